"""The API: score a reply. Nothing that is sent here is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, Final

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from boards.catalogue import BOARDS, CANONICAL_TASK, PROFILES, get_task
from boards.svg import evaluate
from boards.svg.pool import QUEUE_SECONDS
from boards.svg.results import as_result
from pelican.site.throttles import ScoreThrottle

BODY_BYTES: Final = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""As much as a form may send: room for the longest reply that is read, escaped."""


class TooLargeError(APIException):
    """The request's body is longer than any reply that would be read."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"The body is longer than {BODY_BYTES:,} bytes."


class BusyError(APIException):
    """Too many drawings wait to be measured."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = "Too many drawings wait to be measured. Ask again in some seconds."
    wait = QUEUE_SECONDS
    """Becomes the ``Retry-After`` header."""


class BoundedJSONParser(BaseParser):
    """JSON, read only up to :data:`BODY_BYTES`; ``NaN`` and ``Infinity`` are refused."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 the framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        """The body's content; raises :class:`TooLargeError` or ``ParseError``."""
        body = stream.read(BODY_BYTES + 1)
        if len(body) > BODY_BYTES:
            raise TooLargeError
        try:
            return json.loads(body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"The body is no JSON: {error}") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


class AnyTextField(serializers.CharField):
    """Text whatever is in it: what a NUL or half a character does to a drawing, the gate says."""

    def __init__(self, **kwargs: Any) -> None:
        """As the framework's, without the validators that refuse such characters."""
        super().__init__(**kwargs)
        self.validators = []

    def to_internal_value(self, data: Any) -> str:
        """Text as it stands; a number is none, although the framework would make it one."""
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class ScoreRequestSerializer(serializers.Serializer[dict[str, Any]]):
    """What to score, and as what."""

    reply = AnyTextField(
        trim_whitespace=False,
        allow_blank=True,
        help_text="An SVG document, or a model's whole reply with one in it.",
    )
    task = serializers.ChoiceField(
        sorted(BOARDS), default=CANONICAL_TASK, help_text="What was asked for."
    )
    profile = serializers.ChoiceField(
        PROFILES, default="board", help_text="Whose codes and thresholds apply."
    )


class ScoreView(APIView):
    """Gate and structure of one reply."""

    throttle_classes = (ScoreThrottle,)
    parser_classes = (BoundedJSONParser,)

    @extend_schema(
        operation_id="score",
        request=ScoreRequestSerializer,
        responses={
            200: OpenApiTypes.OBJECT,
            400: OpenApiTypes.OBJECT,
            413: OpenApiTypes.OBJECT,
            415: OpenApiTypes.OBJECT,
            429: OpenApiTypes.OBJECT,
            503: OpenApiTypes.OBJECT,
        },
    )
    def post(self, request: Request) -> Response:
        """Evaluate a reply: the gate's verdict, its measurements, the structure checks.

        The answer has `task`, `profile`, `sha256`, `normalisations`, `gate`, `structure` (null
        where the gate was not passed), `duration_ms` and `error`, as `manage.py score` prints
        them. A drawing that is rejected is scored: that is a 200. Nothing is stored.
        """
        serializer = ScoreRequestSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wanted = serializer.validated_data
        evaluation = evaluate(wanted["reply"], get_task(wanted["task"]), profile=wanted["profile"])
        if evaluation.transient:
            raise BusyError
        return Response(as_result(evaluation))
