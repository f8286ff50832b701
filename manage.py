#!/usr/bin/env python
"""The command line of the site."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a management command.

    Wrong settings and Ctrl-C end it with a line, unless ``--traceback`` asks for more.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pelican.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line

        try:
            execute_from_command_line(sys.argv)
        except ImproperlyConfigured as error:
            if "--traceback" in sys.argv:
                raise
            sys.exit(" ".join(str(error).split()))
    except KeyboardInterrupt:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write("Stopped.\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
