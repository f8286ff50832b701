"""Addresses of frames, who may look into them, and what a page must send to hold one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from benchmarks.models import Artifact

PREVIEW_SECONDS: Final = 12 * 3600
_SALT: Final = "benchmarks.preview"

View = Callable[..., HttpResponseBase]


def frame_url(artifact: Artifact) -> str:
    """Where an admitted artifact runs: the same for everybody, named by its content."""
    return f"{settings.SANDBOX_ORIGIN}{reverse('sandbox', args=[artifact.sha256])}"


def preview_url(artifact: Artifact) -> str:
    """Where an artifact runs for whoever was given this address, admitted or not.

    A frame has no cookies, so the address itself is the permission; it names nothing, and ends.
    """
    token = signing.dumps(artifact.pk, salt=_SALT, compress=False)
    return f"{settings.SANDBOX_ORIGIN}{reverse('sandbox-preview', args=[token])}"


def previewed_artifact(token: str) -> Artifact | None:
    """The artifact that a preview address is for; None when it is forged or has ended."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=PREVIEW_SECONDS)
    except signing.BadSignature:
        return None
    return Artifact.objects.filter(pk=pk, withdrawn=False).first()


def may_frame_artifacts(view: View) -> View:
    """Allow the page of this view to hold frames from ``/sandbox/``, and no other.

    The path matters: with ``'self'`` a frame could navigate itself to any page of the site, and
    without any ``frame-src`` to any address at all, taking data along.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        origin = settings.SANDBOX_ORIGIN or f"{request.scheme}://{request.get_host()}"
        allowed = csp_update({"frame-src": [f"{origin}/sandbox/"]})
        return allowed(view)(request, *args, **kwargs)

    return inner


def ancestors(request: HttpRequest) -> str:
    """``frame-ancestors`` of a frame: the site itself, or its hosts when the frame has another."""
    if not settings.SANDBOX_ORIGIN:
        return "'self'"
    own = urlsplit(settings.SANDBOX_ORIGIN).netloc
    hosts = [
        f"*{host}" if host.startswith(".") else host
        for host in settings.ALLOWED_HOSTS
        if host not in {"*", own}
    ]
    return " ".join(f"{request.scheme}://{host}" for host in hosts) or "'none'"
