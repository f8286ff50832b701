"""Responses that several views give."""

from __future__ import annotations

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """303: the form was taken, look over there for what came of it."""

    status_code = 303
