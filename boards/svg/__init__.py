"""The drawing engine: from a model's reply to a verdict on the drawing in it.

Pure Python, no Django. ``evaluate(reply, task)`` does it all; untrusted documents are parsed and
rendered in a child process only.
"""

from boards.svg.evaluation import Evaluation, evaluate, picture
from boards.svg.gate import gate
from boards.svg.pool import RenderPool, default_pool
from boards.svg.renderer import renderer_version

__all__ = [
    "Evaluation",
    "RenderPool",
    "default_pool",
    "evaluate",
    "gate",
    "picture",
    "renderer_version",
]
