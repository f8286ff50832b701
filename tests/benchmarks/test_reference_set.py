from __future__ import annotations

import pytest

from benchmarks.contract import check_module
from benchmarks.models import Artifact, ArtifactCondition, Validation
from benchmarks.profiles import CANONICAL
from benchmarks.reference_set import FOLDER, install_references, remove_references

MODULES = sorted(FOLDER.glob("*.js"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_a_reference_keeps_the_contract(module) -> None:
    assert check_module(module.read_text("utf-8")).findings == ()
    assert module.with_suffix(".json").is_file()


@pytest.mark.django_db
def test_references_are_labelled_admitted_and_sent_to_be_validated_once() -> None:
    install_references()
    assert Artifact.objects.count() == len(MODULES)
    for artifact in Artifact.objects.all():
        assert artifact.is_reference
        assert artifact.admitted
        assert artifact.condition.demo
        assert artifact.maker == ""
    queued = Validation.objects.filter(profile=CANONICAL.name, progress="queued")
    assert queued.count() == len(MODULES)
    assert install_references() == []
    assert remove_references() == len(MODULES)
    assert not Artifact.objects.exists()
    assert not ArtifactCondition.objects.exists()
