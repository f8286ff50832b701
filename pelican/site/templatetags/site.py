"""Names and spacing in the reader's language: ``{% load site %}``."""

from __future__ import annotations

from django import template

from pelican.languages import sentence_gap
from pelican.site import tasks

register = template.Library()

register.simple_tag(sentence_gap)
register.filter("task_title", tasks.task_name)
register.filter("animal_name", tasks.animal_name)
register.filter("vehicle_name", tasks.vehicle_name)
register.filter("prompt_gloss", tasks.prompt_gloss)
