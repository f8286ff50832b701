"""URLs of the pages that join several apps; the project adds the language prefix."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter

from boards.catalogue import TASK_ID_PATTERN
from pelican.site.views import (
    boards,
    data,
    home,
    judging,
    ops,
    preferences,
    runs,
    samples,
    score,
    sdf,
    standings,
    variants,
)


class TaskConverter(StringConverter):
    """The id of a task or prompt edition in an address; whether it exists is for the view."""

    regex = TASK_ID_PATTERN


register_converter(TaskConverter, "task")

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("boards/", boards.boards, name="boards"),
    path("boards/<task:task_id>/", boards.board, name="board"),
    path("boards/<task:task_id>/ranking/", standings.standings, name="standings"),
    path("boards/<task:task_id>/ranking.atom", standings.ranking_feed, name="ranking-feed"),
    path("variants/<slug:slug>/", variants.variant, name="variant"),
    path("samples/<int:pk>/", samples.sample, name="sample"),
    path("sdf/vote/", sdf.vote, name="sdf-vote"),
    path("sdf/ranking/", sdf.ranking, name="sdf-ranking"),
    path("sdf/ranking.atom", sdf.ranking_feed, name="sdf-ranking-feed"),
    path("score/", score.score, name="score"),
    path("data/", data.data, name="data"),
    path("panel/", judging.panel, name="panel"),
    path("ops/", ops.ops, name="ops"),
    path("ops/runs/", runs.runs, name="runs"),
    path("ops/runs/new/", runs.new, name="run-new"),
    path("ops/runs/<int:pk>/", runs.run, name="run"),
    path("ops/runs/<int:pk>/log/", runs.log, name="run-log"),
    path("ops/runs/<int:pk>/cancel/", runs.cancel, name="run-cancel"),
    path("ops/runs/<int:pk>/slots/<int:slot_pk>/", runs.slot, name="run-slot"),
    path("ops/runs/<int:pk>/pause/", runs.act, {"action": "pause"}, name="run-pause"),
    path("ops/runs/<int:pk>/resume/", runs.act, {"action": "resume"}, name="run-resume"),
    path("ops/runs/<int:pk>/retry/", runs.act, {"action": "retry"}, name="run-retry"),
    path("ops/attempts/<int:pk>/raw/", runs.raw, name="attempt-raw"),
    path("ops/judging/", judging.judgings, name="judgings"),
    path("ops/judging/start/", judging.start, name="judging-start"),
    path("ops/judging/<int:pk>/", judging.judging, name="judging-run"),
    path("ops/judging/<int:pk>/pause/", judging.act, {"action": "pause"}, name="judging-pause"),
    path("ops/judging/<int:pk>/resume/", judging.act, {"action": "resume"}, name="judging-resume"),
    path("ops/judging/<int:pk>/cancel/", judging.act, {"action": "cancel"}, name="judging-cancel"),
    path("ops/judging/<int:pk>/retry/", judging.act, {"action": "retry"}, name="judging-retry"),
    path("theme/", preferences.set_theme, name="theme"),
]
