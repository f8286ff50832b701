"""What ``models.toml`` may say about each kind of harness. Pure Python, no Django.

The same shapes are built from the file and from the ``settings`` of a stored harness, so both are
checked by the same code. No key is ever among them, only the name of its variable.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args, get_origin, get_type_hints

from boards.generation.addresses import AddressRefusedError, check_base_url
from boards.generation.keys import KeyRefusedError, check_key_name

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Shape = TypeVar("Shape", bound="DataclassInstance")

ISOLATIONS: Final = ("none", "user", "bubblewrap")


class ConfigurationError(ValueError):
    """A value that cannot be used. The message names where it stands and what is expected."""


@dataclass(frozen=True)
class ApiSettings:
    """Settings of ``chat`` and ``messages``.

    ``parameters`` are common to every variant and part of the condition (``max_output_tokens``,
    ``temperature`` …); ``extra_body`` belongs to this endpoint alone and to the fingerprint.
    ``effort_field`` is the dotted place of the effort in the body, ``tokens_field`` the name that
    the endpoint has for ``max_output_tokens``.
    """

    base_url: str
    key: str = ""
    allow_private: bool = False
    stream: bool = True
    effort_field: str = ""
    tokens_field: str = "max_tokens"
    parameters: dict[str, Any] = field(default_factory=dict)
    extra_body: dict[str, Any] = field(default_factory=dict)

    def check(self, where: str) -> None:
        """Raise :class:`ConfigurationError` for an address or key name that is not allowed."""
        try:
            check_base_url(self.base_url, allow_private=self.allow_private)
            if self.key:
                check_key_name(self.key)
        except (AddressRefusedError, KeyRefusedError) as error:
            raise ConfigurationError(f"{where}: {error}") from error


@dataclass(frozen=True)
class CommandSettings:
    """Settings of ``command``.

    ``command`` is the argument list, in which ``{prompt}``, ``{model}`` and ``{effort}`` are
    filled in; no shell reads it. ``version_command`` prints the version that becomes part of the
    condition. ``key`` is handed on in the child's environment as ``key_as``. ``isolation`` is
    ``none``, ``user`` (``user`` names the account) or ``bubblewrap`` (``visible`` lists folders
    that it may read beside the system's own).
    """

    command: tuple[str, ...]
    version_command: tuple[str, ...]
    key: str = ""
    key_as: str = ""
    isolation: str = "none"
    user: str = ""
    visible: tuple[str, ...] = ()
    parameters: dict[str, Any] = field(default_factory=dict)

    def check(self, where: str) -> None:
        """Raise :class:`ConfigurationError` for what contradicts itself."""
        if not self.command or not self.version_command:
            raise ConfigurationError(f"{where}: command and version_command may not be empty.")
        if not any("{prompt}" in part for part in self.command):
            raise ConfigurationError(f"{where}: command does not say where {{prompt}} goes.")
        if self.isolation not in ISOLATIONS:
            raise ConfigurationError(f"{where}: isolation is one of {', '.join(ISOLATIONS)}.")
        if (self.isolation == "user") != bool(self.user):
            raise ConfigurationError(f'{where}: isolation = "user" and user go together.')
        if bool(self.key) != bool(self.key_as):
            raise ConfigurationError(f"{where}: key and key_as go together.")
        if self.key:
            try:
                check_key_name(self.key)
            except KeyRefusedError as error:
                raise ConfigurationError(f"{where}: {error}") from error


@dataclass(frozen=True)
class SketchSettings:
    """Settings of ``sketch``: none."""

    parameters: dict[str, Any] = field(default_factory=dict)

    def check(self, where: str) -> None:
        """Nothing can be wrong."""


Settings = ApiSettings | CommandSettings | SketchSettings

SETTINGS: Final[Mapping[str, type[Settings]]] = {
    "chat": ApiSettings,
    "messages": ApiSettings,
    "command": CommandSettings,
    "sketch": SketchSettings,
}
"""The shape of the settings of each kind of harness."""


def build_settings(kind: str, table: Mapping[str, Any], where: str) -> Settings:
    """The checked settings of a harness of this kind.

    Raises:
        ConfigurationError: naming the place, for anything unknown, missing, ill-typed or unsafe.
    """
    if kind not in SETTINGS:
        raise ConfigurationError(f"{where}: kind is one of {', '.join(sorted(SETTINGS))}.")
    settings = build(SETTINGS[kind], table, where)
    settings.check(where)
    return settings


def build(shape: type[Shape], table: object, where: str) -> Shape:
    """A dataclass from a TOML table, strictly: unknown, missing and ill-typed keys are errors."""
    if not isinstance(table, Mapping):
        raise ConfigurationError(f"{where}: a table is expected.")
    hints = get_type_hints(shape)
    fields = dataclasses.fields(shape)
    unknown = sorted(set(table) - set(hints))
    if unknown:
        raise ConfigurationError(f"{where}: {unknown[0]!r} is unknown. Known: {', '.join(hints)}.")
    for each in fields:
        required = (
            each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
        )
        if required and each.name not in table:
            raise ConfigurationError(f"{where}: {each.name!r} is missing.")
    return shape(
        **{name: _typed(value, hints[name], f"{where}.{name}") for name, value in table.items()}
    )


def _typed(value: object, kind: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin is types.UnionType:
        kind = next(part for part in get_args(kind) if part is not type(None))
        origin = get_origin(kind)
    if origin is tuple and isinstance(value, list | tuple):
        inner = get_args(kind)[0]
        return tuple(
            _typed(item, inner, f"{where}[{number}]") for number, item in enumerate(value, start=1)
        )
    if origin is dict and isinstance(value, Mapping):
        inner = get_args(kind)[1]
        if inner is Any:
            return dict(value)
        return {key: _typed(item, inner, f"{where}.{key}") for key, item in value.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return build(kind, value, where)
    if kind is float and type(value) is int:
        return float(value)
    if origin is None and type(value) is kind:
        return value
    raise ConfigurationError(f"{where}: {value!r} is not what is expected here.")
