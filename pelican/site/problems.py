"""Errors of the API in one shape: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from rest_framework.exceptions import NotAcceptable, ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

CONTENT_TYPE = "application/problem+json"
_PREFIX: Final = "/api/"


class AnyAccept(DefaultContentNegotiation):
    """Answers in the first form there is where the client accepts none.

    A client may name nothing but the type of our errors, which no answer can promise to have.
    """

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and its media type."""
        chosen: tuple[BaseRenderer, str]
        try:
            chosen = super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            first = next(iter(renderers))
            chosen = first, first.media_type
        return chosen


def is_for_api(request: HttpRequest) -> bool:
    """Whether a program asks, which reads problems and no pages."""
    return request.path.startswith(_PREFIX)


def problem(status: int, detail: str) -> JsonResponse:
    """An answer to what reached no view of the API, or was expected by none."""
    content = {"title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return JsonResponse(content, status=status, content_type=CONTENT_TYPE)


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error that the API expects: ``title status detail``, and ``errors``.

    ``errors`` maps a field to its complaints. What nobody expects is left to Django.
    """
    response = exception_handler(error, context)
    if response is None:
        return None
    content: dict[str, Any] = {
        "title": HTTPStatus(response.status_code).phrase,
        "status": response.status_code,
    }
    if isinstance(error, ValidationError) and isinstance(response.data, dict):
        content["detail"] = "Some fields cannot be used; see errors."
        content["errors"] = response.data
    elif isinstance(response.data, dict):
        content["detail"] = str(response.data.get("detail", ""))
    response.data = content
    response.content_type = CONTENT_TYPE
    return response
