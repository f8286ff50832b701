"""The form in which a run is put together."""

from __future__ import annotations

from itertools import groupby

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from boards.catalogue import BOARDS, CANONICAL_TASK
from boards.generation.planning import Order
from boards.models import Harness, Run, Variant
from pelican.rules import RULES


class RunForm(forms.Form):
    """Which variants of one harness draw which tasks how often.

    What may be chosen is listed here, the variants by their version; whether it may *start* is for
    ``plan_run`` to say.
    """

    variants = forms.MultipleChoiceField(label=_("Variants"), required=False)
    tasks = forms.MultipleChoiceField(
        label=_("Tasks"),
        required=False,
        choices=[(task, task) for task in BOARDS],
        initial=[CANONICAL_TASK],
    )
    n = forms.IntegerField(
        label=_("Drawings of each"),
        initial=RULES.generation.drawings,
        min_value=1,
        max_value=RULES.generation.drawings_max,
        widget=forms.NumberInput({"class": "input"}),
    )
    kind = forms.ChoiceField(
        label=_("What for"),
        choices=[
            (Run.Kind.BATCH.value, _("batch: feeds the boards")),
            (Run.Kind.CANARY.value, _("canary: feeds drift and nothing else")),
        ],
        initial=Run.Kind.BATCH,
        widget=forms.Select({"class": "select"}),
    )
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=500,
        widget=forms.TextInput({"class": "input"}),
    )

    def __init__(self, harness: Harness, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.harness = harness
        offered = list(
            Variant.objects.filter(routes__harness=harness, active=True)
            .select_related("version__family__vendor")
            .order_by("version__family__name", "version__position", "pk")
        )
        field = self.fields["variants"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 declared above
        field.choices = [(variant.slug, str(variant)) for variant in offered]
        self.versions = [
            (version, list(variants))
            for version, variants in groupby(offered, key=lambda variant: variant.version)
        ]

    @property
    def chosen_tasks(self) -> list[str]:
        """The tasks that are ticked."""
        return list(self["tasks"].value() or [])

    @property
    def chosen_variants(self) -> list[str]:
        """The variants that are ticked."""
        return list(self["variants"].value() or [])

    def order(self) -> Order:
        """What the valid form asks for."""
        values = self.cleaned_data
        return Order(
            tasks=values["tasks"],
            variants=values["variants"],
            n=values["n"],
            harness=self.harness.slug,
            kind=values["kind"],
        )
