"""The form that starts a judging run."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from boards.models import Run, Sample
from judging.models import JudgingRun
from judging.panel import Order


def runs_to_judge() -> QuerySet[Run]:
    """Finished runs with a drawing that passed, that are not being judged; the latest first."""
    passed = Sample.objects.passed().filter(slot__run=OuterRef("pk"))
    going = JudgingRun.objects.filter(
        run=OuterRef("pk"), state__in=(JudgingRun.State.RUNNING, JudgingRun.State.PAUSED)
    )
    finished = Run.objects.filter(state__in=(Run.State.COMPLETE, Run.State.CANCELLED))
    return finished.filter(Exists(passed), ~Exists(going)).order_by("-pk")


class JudgingForm(forms.Form):
    """Which run, in which language, within which budget."""

    run = forms.ModelChoiceField(queryset=Run.objects.none(), empty_label=None, label=_("Run"))
    language = forms.ChoiceField(
        choices=[("zh", "中文"), ("en", "English")], label=_("Language of the prompts")
    )
    calls_max = forms.IntegerField(min_value=1, required=False, label=_("Pause after calls"))
    cost_max_usd = forms.FloatField(min_value=0.01, required=False, label=_("Pause after US$"))
    semantic = forms.BooleanField(required=False, label=_("With the semantic judge"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["run"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = runs_to_judge()
        for name, field in self.fields.items():
            if name != "semantic":
                css = "select" if isinstance(field, forms.ChoiceField) else "input"
                field.widget.attrs["class"] = css

    def order(self) -> Order:
        """The order that a valid form stands for."""
        data = self.cleaned_data
        return Order(
            run=data["run"],
            language=data["language"],
            calls_max=data["calls_max"],
            cost_max_usd=data["cost_max_usd"],
            semantic=data["semantic"],
        )
