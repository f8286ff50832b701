"""The panel's three roles. Staff say which model each is, then set it active."""

from django.db import migrations

PANEL = (
    ("claude", "Claude", "anthropic"),
    ("gpt", "GPT", "openai"),
    ("grok", "Grok", "xai"),
)


def fill(apps, schema_editor):
    judges = apps.get_model("judging", "Judge")
    for role, name, vendor in PANEL:
        judges.objects.get_or_create(
            role=role, defaults={"name": name, "vendor": vendor, "channel": "chat"}
        )


class Migration(migrations.Migration):
    dependencies = [("judging", "0001_initial")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
