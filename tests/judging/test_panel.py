"""A judging run from the plan to the scores, over real HTTP."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from boards.catalogue import get_task
from boards.models import Run, Sample
from boards.pictures import picture_png
from boards.raw import read_raw
from judging import claims, control, jobs
from judging.models import (
    BlindDescription,
    Judge,
    JudgingPass,
    JudgingRun,
    Verdict,
)
from judging.panel import JudgingRefusedError, Order, plan_judging, start_judging
from judging.progress import progress_of
from judging.prompts import VERSION
from pelican.rules import RULES
from tests.judging.conftest import ROLES, answers, is_description, result
from tests.queue import run_queue
from tests.servers import models as server
from tests.servers.models import ModelServer

pytestmark = pytest.mark.django_db

MakeBoard = Callable[..., Run]


def begin(run: Run, **order: object) -> JudgingRun:
    return start_judging(plan_judging(Order(run, seed=7, **order)))  # type: ignore[arg-type]  # as the test says


def conducted(run: Run, **order: object) -> JudgingRun:
    judging = begin(run, **order)
    control.conduct(judging)
    return judging


def test_a_board_is_judged_with_exactly_the_calls_planned(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    run = make_board(2, 2, 2)
    plan = plan_judging(Order(run, seed=7))
    assert plan.calls == 3 * (6 + 2 * 2) == 30
    judging = start_judging(plan)
    run_queue()
    judging.refresh_from_db()
    assert judging.state == JudgingRun.State.COMPLETE
    assert len(models.calls) == 30
    assert Verdict.objects.count() == 6 * 3 * 2
    assert BlindDescription.objects.filter(text="Lines and circles.").count() == 18
    progress = progress_of(judging)
    assert (progress.done, progress.requests, progress.replies, progress.lost) == (30, 30, 30, 0)


def test_a_judge_sees_pictures_and_nothing_else(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    run = make_board(1, 1, 1)
    conducted(run)
    samples = list(Sample.objects.all())
    pngs = {base64.b64encode(picture_png(sample) or b"").decode() for sample in samples}
    for call in models.calls:
        urls = [part["image_url"]["url"] for part in call.pictures]
        assert len(urls) == (1 if is_description(call) else 3)
        assert {url.removeprefix("data:image/png;base64,") for url in urls} <= pngs
        body = json.dumps(call.body)
        for sample in samples:
            variant = sample.slot.variant
            for secret in (variant.slug, variant.version.name, sample.sha256, "<svg"):
                assert secret not in body
        if is_description(call):
            assert "pelican" not in call.prompt.lower()
            assert "鹈鹕" not in call.prompt


def test_every_judge_sees_the_same_triples_in_both_orders(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    judging = conducted(make_board(2, 2, 2))
    shown = {
        role: {
            (one.triple_id, one.order_number, tuple(one.samples))
            for one in JudgingPass.objects.filter(judging=judging, judge__role=role)
        }
        for role in ROLES
    }
    assert shown["curlew"] == shown["dunlin"] == shown["avocet"]
    for triple in judging.triples.all():
        first, second = triple.passes.filter(judge__role="curlew").order_by("order_number")
        assert first.samples == second.samples[::-1]


def test_a_verdict_goes_to_the_sample_that_had_its_label(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    judging = conducted(make_board(1, 1, 1))
    for one in JudgingPass.objects.filter(judging=judging):
        scores = [one.verdicts.get(sample=sample).scores["pose"] for sample in one.samples]
        assert scores == [5, 6, 7]


def test_a_verdict_keeps_everything(make_board: MakeBoard, panel: list[Judge]) -> None:
    conducted(make_board(1, 1, 1), language="en")
    verdict = Verdict.objects.filter(label="B", judge__role="curlew").first()
    assert verdict is not None
    assert verdict.scores == dict.fromkeys(
        ("subject", "vehicle", "pose", "composition", "errors"), 6
    )
    assert verdict.score == 6.0
    assert verdict.comment == "Comment on B."
    assert (verdict.prompt_version, verdict.rules_version) == (VERSION, RULES.version)
    one = verdict.judging_pass
    assert (one.model, one.input_tokens, one.output_tokens) == ("curlew-1", 2000, 300)
    (kept,) = one.replies
    record = json.loads(read_raw(kept["path"]) or b"")
    assert json.loads(record["reply"])["results"][1]["label"] == "B"
    assert "image_url" not in json.dumps(record)


def test_the_own_vendors_verdicts_are_kept_and_not_counted(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    conducted(make_board(1, 1, 1))
    own = Verdict.objects.filter(
        judge__role="avocet", sample__slot__variant__version__family__vendor__slug="skerry"
    )
    assert own.count() == 2
    assert not Verdict.objects.exclude(pk__in=own).filter(counted=False).exists()
    assert {verdict.why_not for verdict in own} == {Verdict.WhyNot.SAME_VENDOR}


def test_a_contradiction_is_flagged_and_counts(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    checklist = {**result("A")["checklist"], "two_wheels": False}
    models.script("dunlin-1", answers(checklist=checklist))
    conducted(make_board(1, 1, 1))
    flagged = Verdict.objects.filter(judge__role="dunlin", label="C").first()
    assert flagged is not None
    assert flagged.contradictions == [
        {"item": "two_wheels", "dimension": "vehicle", "score": 7, "bound": 4}
    ]
    assert flagged.counted


def test_a_sample_without_company_is_scored_twice_and_marked(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    judging = conducted(make_board(1))
    assert judging.triples.get().members.get().alone
    assert Verdict.objects.count() == 3 * 2


def test_other_tasks_have_keys_of_their_own(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    task = "axolotl_scooter"
    for role in ROLES:
        models.script(f"{role}-1", answers(task))
    conducted(make_board(1, 1, 1, task=task))
    verdict = Verdict.objects.filter(label="A").first()
    assert verdict is not None
    assert set(verdict.checklist) >= {"has_gills", "on_deck"}
    assert set(verdict.scores) == {"subject", "vehicle", "pose", "composition", "errors"}
    assert verdict.sample.task == get_task(task)


BAD = [
    "The first is best.",
    json.dumps({"results": [result("A"), result("B")]}),
    json.dumps({"results": [result("B"), result("C"), result("A", comment=3)]}),
    json.dumps({"results": [{**result(label), "label": f"{label}!"} for label in "ABC"]}),
]


@pytest.mark.parametrize("text", BAD)
def test_a_reply_that_cannot_be_read_is_asked_for_twice_more(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer, text: str
) -> None:
    models.script(
        "curlew-1",
        *[answers()] * 3,
        server.says(text),
        server.says(text),
        answers(),
        server.says(text),
    )
    judging = conducted(make_board(1, 1, 1))
    first, second = JudgingPass.objects.filter(judge__role="curlew").order_by("order_number")
    assert (first.state, first.calls, first.unread) == ("done", 3, 2)
    assert first.verdicts.count() == 3
    assert (second.state, second.calls, second.unread) == ("unparsed", 3, 3)
    assert second.verdicts.count() == 0
    assert second.error
    assert judging.state == JudgingRun.State.COMPLETE


@pytest.mark.parametrize(
    "behaviour",
    [
        server.fails(500),
        server.fails(429, retry_after="1"),
        server.cuts_off(),
        server.answers_raw(b"<html>"),
    ],
    ids=["500", "429", "cut", "html"],
)
def test_a_call_that_fails_is_made_again_later(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer, behaviour: server.Behaviour
) -> None:
    models.script("curlew-1", behaviour, answers())
    begin(make_board(1, 1, 1))
    run_queue()
    call = BlindDescription.objects.get(judge__role="curlew", failures=1)
    assert (call.state, call.calls) == ("open", 1)
    assert call.due_at is not None
    assert call.error
    with time_machine.travel(call.due_at):
        jobs.sweep()
        run_queue()
    call.refresh_from_db()
    assert (call.state, call.calls, call.lost) == ("done", 2, 0)
    assert JudgingRun.objects.get().state == JudgingRun.State.COMPLETE


def test_what_no_wait_mends_fails_at_once_and_too_much_of_it_pauses(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    for role in ROLES:
        models.script(f"{role}-1", server.fails(401, "invalid_api_key", "No such key."))
    judging = begin(make_board(2, 2, 2))
    run_queue()
    judging.refresh_from_db()
    assert (judging.state, judging.pause_reason) == ("paused", "failures")
    failed = progress_of(judging).failed
    assert failed == RULES.generation.pause_after_failures
    for role in ROLES:
        models.script(f"{role}-1", answers())
    control.resume(judging.pk)
    assert control.retry_failed(judging.pk) == failed
    run_queue()
    judging.refresh_from_db()
    assert judging.state == JudgingRun.State.COMPLETE
    assert progress_of(judging).done == 30


def test_a_budget_of_calls_pauses_and_says_what_is_left(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    judging = begin(make_board(1, 1, 1), calls_max=4)
    run_queue()
    judging.refresh_from_db()
    assert (judging.state, judging.pause_reason) == ("paused", "budget")
    assert len(models.calls) == 4
    assert progress_of(judging).open == 15 - 4
    control.resume(judging.pk, calls_max=100)
    run_queue()
    judging.refresh_from_db()
    assert judging.state == JudgingRun.State.COMPLETE
    assert len(models.calls) == 15


def test_a_budget_of_money_pauses_where_prices_are_known(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    Judge.objects.update(price_input=1000.0, price_output=10_000.0)
    judging = begin(make_board(1, 1, 1), cost_max_usd=2.0)
    run_queue()
    judging.refresh_from_db()
    assert (judging.state, judging.pause_reason) == ("paused", "budget")
    progress = progress_of(judging)
    assert progress.cost_usd == pytest.approx(2 * 1.2)
    assert len(models.calls) == 2


def test_a_job_delivered_twice_asks_once(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    begin(make_board(1, 1, 1))
    call = BlindDescription.objects.order_by("pk")[0]
    jobs.ask("description", call.pk)
    jobs.ask("description", call.pk)
    call.refresh_from_db()
    assert (call.state, call.calls) == ("done", 1)


def test_who_lost_a_claim_does_not_go_on_with_the_next_holders(
    make_board: MakeBoard, panel: list[Judge]
) -> None:
    begin(make_board(1))
    pk = BlindDescription.objects.order_by("pk")[0].pk
    lost = claims.take("description", pk)
    assert lost is not None
    BlindDescription.objects.filter(pk=pk).update(state="open", token="")
    held = claims.take("description", pk)
    assert held is not None
    with pytest.raises(claims.ClaimLostError):
        claims.reread(lost)
    claims.reread(held)
    assert held.state == "asking"


def test_a_reply_that_was_stored_is_read_and_not_asked_for_again(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    """As if the process had died between storing the reply and reading it."""
    judging = conducted(make_board(1, 1, 1))
    asked = len(models.calls)
    call = JudgingPass.objects.order_by("pk")[0]
    call.verdicts.all().delete()
    JudgingPass.objects.filter(pk=call.pk).update(state="open", examined=0)
    JudgingRun.objects.update(state=JudgingRun.State.RUNNING, finished_at=None)
    control.conduct(judging)
    assert len(models.calls) == asked
    assert call.verdicts.count() == 3


def test_cancelling_asks_nothing_more(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    judging = begin(make_board(1, 1, 1))
    control.cancel(judging.pk)
    run_queue()
    assert models.calls == []
    assert progress_of(judging).cancelled == 15
    with pytest.raises(control.JudgingStateError):
        control.resume(judging.pk)


def test_pause_and_resume(make_board: MakeBoard, panel: list[Judge], models: ModelServer) -> None:
    judging = begin(make_board(1, 1, 1))
    control.pause(judging.pk)
    run_queue()
    assert models.calls == []
    control.resume(judging.pk)
    run_queue()
    assert len(models.calls) == 15


def test_what_may_not_start_says_why(make_board: MakeBoard, panel: list[Judge]) -> None:
    run = make_board(1, 1)
    stand_in = Judge.objects.create(
        role="sums", name="Sums", channel=Judge.Channel.ARITHMETIC, active=False
    )
    with pytest.raises(JudgingRefusedError, match="never share"):
        plan_judging(Order(run, judges=[panel[0], stand_in]))
    with pytest.raises(JudgingRefusedError, match="claude has no model"):
        plan_judging(Order(run, judges=[Judge(role="claude", channel=Judge.Channel.CHAT)]))
    with pytest.raises(JudgingRefusedError, match="Chinese"):
        plan_judging(Order(run, language="fr"))
    begin(run)
    with pytest.raises(JudgingRefusedError, match="being judged already"):
        begin(run)
    Sample.objects.update(gate_passed=False, structure=None, structure_score=None)
    with pytest.raises(JudgingRefusedError, match="passed the gate"):
        plan_judging(Order(run))
    Judge.objects.update(active=False)
    with pytest.raises(JudgingRefusedError, match="No judge is active"):
        plan_judging(Order(run))


def test_the_stand_in_judges_alone_and_always_the_same(make_board: MakeBoard) -> None:
    run = make_board(1, 1, 1)
    stand_in = Judge.objects.create(role="sums", name="Sums", channel=Judge.Channel.ARITHMETIC)
    first = conducted(run, judges=[stand_in])
    second = conducted(run, judges=[stand_in])
    assert first.stand_in
    assert first.finished_at is not None
    assert first.finished_at <= timezone.now()
    in_order = Verdict.objects.order_by("sample", "judging_pass__order_number")
    scores = [[one.score for one in in_order.filter(judging=which)] for which in (first, second)]
    assert scores[0] == scores[1]
    assert len(scores[0]) == 6


def test_an_old_judging_is_not_gone_on_with_while_a_new_one_runs(
    make_board: MakeBoard, panel: list[Judge], models: ModelServer
) -> None:
    run = make_board(1, 1)
    models.script("curlew-1", server.fails(401), answers())
    old = conducted(run)
    assert progress_of(old).failed == 1
    begin(run)
    with pytest.raises(control.JudgingStateError):
        control.retry_failed(old.pk)
    assert progress_of(old).failed == 1
