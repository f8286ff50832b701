"""Drives Chromium over one artifact, in a process of its own that is killed at the end.

``supervise`` is called by the site; ``__main__`` is the process. Neither the artifact nor the
browser is in the site's process, and both are gone when it returns, however it went.
"""
