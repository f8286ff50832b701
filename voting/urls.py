"""The pages of voting, in every language."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from voting.views import data, desk, mine, vote

urlpatterns: list[URLPattern] = [
    path("vote/", vote.vote, name="vote"),
    path("vote/cast/", vote.cast, name="cast"),
    path("vote/undo/", vote.undo, name="undo"),
    re_path(r"^vote/reveal/(?P<nonce>[\w-]{22})/$", vote.reveal, name="reveal"),
    path("vote/<str:arena_key>/", vote.vote, name="vote-arena"),
    path("votes/mine/", mine.my_votes, name="my-votes"),
    path("votes/mine/delete/", mine.delete_votes, name="delete-votes"),
    path("ops/votes/", desk.integrity_desk, name="desk"),
    re_path(
        r"^ops/votes/(?P<kind>session)/(?P<key>[\w-]{22})/$", desk.suspect, name="desk-suspect"
    ),
    re_path(
        r"^ops/votes/(?P<kind>address)/(?P<key>[0-9a-f]{64})/$", desk.suspect, name="desk-suspect"
    ),
    path("data/ballots.csv", data.ballots_csv, name="ballots-csv"),
    path("data/ratings.csv", data.ratings_csv, name="ratings-csv"),
]
