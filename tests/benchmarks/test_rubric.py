from __future__ import annotations

import pytest

from benchmarks.models.reviews import DIMENSIONS
from benchmarks.rubric import code_name, rubrics_of, summarise, to_review
from pelican.rules import RULES
from tests.factories.benchmarks import ArtifactFactory, ReviewFactory

POINTS = dict.fromkeys(DIMENSIONS, 3)


def test_no_review_is_no_rubric() -> None:
    assert summarise([]) is None


def test_medians_stand_for_themselves_and_there_is_no_total() -> None:
    rubric = summarise([{**POINTS, "craft": points} for points in (0, 1, 5)])
    assert rubric is not None
    assert {line.name: line.median for line in rubric.lines} == {**POINTS, "craft": 1}
    assert not hasattr(rubric, "total")


@pytest.mark.parametrize(("number", "provisional"), [(1, True), (2, True), (3, False), (4, False)])
def test_few_reviews_are_provisional(number, provisional) -> None:
    rubric = summarise([POINTS] * number)
    assert rubric is not None
    assert (rubric.reviews, rubric.provisional) == (number, provisional)
    assert RULES.sdf.reviewers == 3


def test_the_bar_is_filled_up_to_the_median() -> None:
    rubric = summarise([{**POINTS, "craft": 2}, {**POINTS, "craft": 3}])
    assert rubric is not None
    craft = next(line for line in rubric.lines if line.name == "craft")
    assert [box.filled for box in craft.boxes] == ["18.5", "18.5", "9.25", "0", "0"]
    assert [box.x for box in craft.boxes] == ["0", "20", "40", "60", "80"]


@pytest.mark.django_db
def test_rubrics_of_many_take_one_query(django_assert_num_queries, admin_user) -> None:
    artifacts = [ArtifactFactory.create() for _number in range(3)]
    ReviewFactory.create(artifact=artifacts[0], reviewer=admin_user)
    with django_assert_num_queries(1):
        rubrics = rubrics_of(artifacts)
    assert set(rubrics) == {artifacts[0].pk}


@pytest.mark.django_db
def test_the_desk_offers_what_runs_and_was_not_reviewed(admin_user) -> None:
    done = ReviewFactory.create(reviewer=admin_user).artifact
    ArtifactFactory.create(admitted=False)
    ArtifactFactory.create(state="reference")
    ArtifactFactory.create(source="const a = ;")
    waiting = ArtifactFactory.create()
    assert to_review(admin_user) == [waiting]
    assert done.reviews.count() == 1


@pytest.mark.django_db
def test_a_code_name_is_stable_and_each_reviewers_own(admin_user, django_user_model) -> None:
    artifact = ArtifactFactory.create()
    other = django_user_model.objects.create_user("other")
    assert code_name(artifact, admin_user) == code_name(artifact, admin_user)
    names = {
        code_name(ArtifactFactory.create(), user) for user in (admin_user, other) for _n in range(5)
    }
    assert len(names) == 10
    assert artifact.title not in " ".join(names)
