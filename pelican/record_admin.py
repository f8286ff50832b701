"""What the admins of all apps are made of: typed bases, and rows that nobody writes by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:  # Django's classes take parameters in their stubs only
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ReadOnly:
    """Records can be read and searched, nothing else; mixed in before a class of Django's."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 Django's signature
        """Nobody writes a record by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 Django's signature
        """Nobody rewrites one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002 Django's signature
        """Nobody removes one."""
        return False
