"""Artifacts and what was found on them, each complete and valid with no argument given."""

from __future__ import annotations

import datetime as dt
import hashlib

from factory.declarations import LazyAttribute, LazyFunction, Sequence, SubFactory
from factory.django import DjangoModelFactory

from benchmarks.contract import check_module
from benchmarks.models import Artifact, ArtifactCondition, Benchmark, Review, Still, Validation
from benchmarks.profiles import CANONICAL
from benchmarks.usage import Usage
from pelican.rules import RULES

MODULE = """export function createPelicanSdf(canvas) {
  const gl = canvas.getContext("webgl2");
  const view = { yaw: 0.6, pitch: 0.2, distance: 4 };
  return {
    render(time) {
      gl.clearColor(0.2, 0.5, 0.5 + 0.1 * Math.sin(time), 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    },
    setView(yaw, pitch, distance) {
      Object.assign(view, { yaw, pitch, distance });
    },
    getView: () => ({ ...view }),
    dispose() {},
  };
}
"""
START = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)


class ArtifactConditionFactory(DjangoModelFactory[ArtifactCondition]):
    class Meta:
        model = ArtifactCondition
        django_get_or_create = ("digest",)

    digest = hashlib.sha256(b"a condition").hexdigest()
    prompt_version = "1"
    prompt_sha256 = hashlib.sha256(b"a prompt").hexdigest()
    harness = "import"
    source = "A collection"


class ArtifactFactory(DjangoModelFactory[Artifact]):
    class Meta:
        model = Artifact

    slug = Sequence(lambda number: f"artifact-{number}")
    title = Sequence(lambda number: f"Promenade {number}")
    condition = SubFactory(ArtifactConditionFactory)
    model_id = "gannet-3"
    effort = "high"
    provider = "Breakwater"
    generated_on = dt.date(2026, 10, 1)
    source = MODULE
    usage = LazyFunction(lambda: Usage().as_dict())
    listed = True
    admitted = True
    rules_version = RULES.version
    sha256 = LazyAttribute(lambda self: hashlib.sha256(self.source.encode()).hexdigest())
    source_bytes = LazyAttribute(lambda self: len(self.source.encode()))
    contract = LazyAttribute(lambda self: check_module(self.source).as_dict())


class ValidationFactory(DjangoModelFactory[Validation]):
    class Meta:
        model = Validation

    artifact = SubFactory(ArtifactFactory)
    profile = CANONICAL.name
    progress = Validation.State.DONE
    outcome = Validation.Outcome.PASSED
    rules_version = RULES.version
    started_at = START
    ended_at = START + dt.timedelta(minutes=1)


class StillFactory(DjangoModelFactory[Still]):
    class Meta:
        model = Still

    validation = SubFactory(ValidationFactory)
    view = "opening"
    position = 0
    yaw = 0.6
    pitch = 0.2
    distance = 4.0
    time = 0.0
    width = 960
    height = 540
    pixels_sha256 = hashlib.sha256(b"pixels").hexdigest()
    path = "stills/no-such-file.png"
    small_path = "stills/no-such-file.webp"


class BenchmarkFactory(DjangoModelFactory[Benchmark]):
    class Meta:
        model = Benchmark

    artifact = SubFactory(ArtifactFactory)
    profile = CANONICAL.name
    progress = Benchmark.State.DONE
    result = Benchmark.Result.MEASURED
    method = Benchmark.Method.GPU_QUERY
    comparison_key = "one machine"
    environment = LazyFunction(
        lambda: {"browser": "Chromium 1", "os": "Debian", "renderer": "A GPU", "backend": "Vulkan"}
    )
    width = 960
    height = 540
    setup_ms = 50.0
    first_frame_ms = 20.0
    median_ms = 4.0
    p95_ms = 6.0
    rules_version = RULES.version
    started_at = START
    ended_at = START + dt.timedelta(minutes=2)


class ReviewFactory(DjangoModelFactory[Review]):
    class Meta:
        model = Review

    artifact = SubFactory(ArtifactFactory)
    code_name = "Quiet Jetty 12"
    readability = 4
    completeness = 3
    coherence = 3
    craft = 2
    inspectability = 5
    rules_version = RULES.version
