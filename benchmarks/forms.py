"""Forms of the desks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from benchmarks import rubric
from benchmarks.models import Artifact
from benchmarks.models.reviews import DIMENSIONS
from benchmarks.profiles import CANONICAL, PROFILES
from pelican.rules import RULES

_POINTS = [(points, str(points)) for points in range(RULES.sdf.rubric_max + 1)]


class ReviewForm(forms.Form):
    """One rubric: points in each dimension, and a note."""

    note = forms.CharField(label=_("Note"), required=False, max_length=2000, widget=forms.Textarea)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in DIMENSIONS:
            self.fields[name] = forms.TypedChoiceField(
                label=str(rubric.LABELS[name]),
                help_text=str(rubric.QUESTIONS[name]),
                choices=_POINTS,
                coerce=int,
                widget=forms.RadioSelect,
            )
        self.order_fields([*DIMENSIONS, "note"])

    @property
    def dimensions(self) -> list[forms.BoundField]:
        """The five fields of points."""
        return [self[name] for name in DIMENSIONS]


class NoteForm(forms.Form):
    """A decision with its reason."""

    note = forms.CharField(label=_("Why"), max_length=2000)


class AdmissionForm(NoteForm):
    """Whether an artifact may run publicly."""

    admitted = forms.TypedChoiceField(
        choices=[("yes", _("Admit")), ("no", _("Refuse, keep it listed")), ("hide", _("Hide"))],
    )


class StateForm(NoteForm):
    """Where an artifact's state moves."""

    state = forms.ChoiceField(label=_("State"), choices=Artifact.State.choices)


class ProfileForm(forms.Form):
    """Under which profile to examine."""

    profile = forms.ChoiceField(
        label=_("Profile"), choices=[(name, name) for name in PROFILES], initial=CANONICAL.name
    )


class ControlForm(forms.Form):
    """What a person saw the controls do."""

    orbit = forms.BooleanField(label=_("Dragging orbits all the way round"), required=False)
    zoom = forms.BooleanField(label=_("The wheel and a pinch zoom"), required=False)
    keyboard = forms.BooleanField(label=_("Arrow keys, + and − work"), required=False)
    note = forms.CharField(label=_("Note"), required=False, max_length=2000)
