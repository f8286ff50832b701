"""The document that an artifact runs in: markup, scripts and headers that hold it.

The same document is used by the pages and by the runner, so that what is measured is what is shown.
"""

from benchmarks.sandbox.document import MEASURING_SCRIPT, FrameDocument, Role, frame_document

__all__ = ["MEASURING_SCRIPT", "FrameDocument", "Role", "frame_document"]
