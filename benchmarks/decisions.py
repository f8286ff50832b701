"""What staff decide on artifacts: admission, state, withdrawal. Each decision is kept."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from benchmarks.models import Admission, Artifact, StateChange


class DecisionRefusedError(ValueError):
    """A decision that cannot be taken. The message says why and what to do."""


@transaction.atomic
def decide_admission(
    artifact: Artifact,
    *,
    admitted: bool,
    note: str,
    by: User | None = None,
    listed: bool = True,
) -> Admission:
    """Record whether an artifact may run on public pages, and let it or stop it.

    Refused artifacts stay listed unless ``listed`` is false. What breaks the contract so badly
    that there is nothing to run may be admitted too: it is listed with its finding.

    Raises:
        DecisionRefusedError: there is no note.
    """
    reason = _stated(note)
    row = Artifact.objects.select_for_update().get(pk=artifact.pk)
    admission = Admission.objects.create(
        artifact=row, admitted=admitted, listed=listed or admitted, note=reason, by=by
    )
    row.admitted, row.listed = admission.admitted, admission.listed
    row.save(update_fields=["admitted", "listed"])
    artifact.admitted, artifact.listed = row.admitted, row.listed
    return admission


@transaction.atomic
def move_state(artifact: Artifact, state: str, *, note: str, by: User | None = None) -> StateChange:
    """Move an artifact to another state, keeping where it was and why it moved.

    Raises:
        DecisionRefusedError: no note, no such state, or the state that it is in.
    """
    reason = _stated(note)
    if state not in Artifact.State.values:
        raise DecisionRefusedError(
            _("“%(state)s” is no state; choose one of %(states)s.")
            % {"state": state, "states": ", ".join(Artifact.State.values)}
        )
    row = Artifact.objects.select_for_update().get(pk=artifact.pk)
    if row.state == state:
        raise DecisionRefusedError(
            _("It is %(state)s already.") % {"state": row.get_state_display()}
        )
    change = StateChange.objects.create(
        artifact=row, before=row.state, after=state, note=reason, by=by
    )
    row.state = state
    row.save(update_fields=["state"])
    artifact.state = state
    return change


def _stated(note: str) -> str:
    if not note.strip():
        raise DecisionRefusedError(_("Say why, in a sentence: the note is part of the record."))
    return note.strip()
