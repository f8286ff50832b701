"""Errors of the API in one shape: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

CONTENT_TYPE = "application/problem+json"


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error that the API expects: ``title status detail``, and ``errors``.

    ``errors`` maps a field to its complaints. What nobody expects is left to Django.
    """
    response = exception_handler(error, context)
    if response is None:
        return None
    problem: dict[str, Any] = {
        "title": HTTPStatus(response.status_code).phrase,
        "status": response.status_code,
    }
    if isinstance(error, ValidationError) and isinstance(response.data, dict):
        problem["detail"] = "Some fields cannot be used; see errors."
        problem["errors"] = response.data
    elif isinstance(response.data, dict):
        problem["detail"] = str(response.data.get("detail", ""))
    response.data = problem
    response.content_type = CONTENT_TYPE
    return response
