from django.db import migrations, models


class Migration(migrations.Migration):
    """No artifact may have the address of the ranking."""

    dependencies = [("benchmarks", "0001_initial")]

    operations = [
        migrations.RemoveConstraint(model_name="artifact", name="artifact_slug_is_no_page"),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    slug__in=["compare", "desk", "ranking", "reviews", "timings", "vote"],
                    _negated=True,
                ),
                name="artifact_slug_is_no_page",
            ),
        ),
    ]
