"""The roof: pages that join several apps."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Home, boards, samples, data, ``/ops/`` and what ties the apps together."""

    name = "pelican.site"
    label = "site"

    def ready(self) -> None:
        """Have the background workers give signs of life, and make the drawings votable."""
        from pelican.site import heartbeat  # noqa: F401 connects its receivers
        from pelican.site.contestants import DrawingArenas
        from pelican.site.demo.panel import register_recordings
        from pelican.site.sdf_contestants import ArtifactArenas
        from voting.arenas import register

        register("drawings", DrawingArenas())
        register("sdf", ArtifactArenas())
        register_recordings()
