"""Typed access to ``rules.toml``, the one home of every number that decides a result.

Pure Python, no Django: ``RULES.gate.board.text_share``. Loading is strict: a key that is missing,
unknown or of the wrong type raises :class:`RulesError` naming it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

RULES_FILE: Final = Path(__file__).with_name("rules.toml")


class RulesError(ValueError):
    """``rules.toml`` does not have the shape that the code expects."""


@dataclass(frozen=True)
class BoardGate:
    """Thresholds of the eight board codes."""

    reply_bytes: int
    source_bytes: int
    elements: int
    text_share: float
    text_opacity_min: float
    text_step_back_max: float
    blank_share: float
    visible_share: float


@dataclass(frozen=True)
class EnvironmentGate:
    """Thresholds of the environment's codes."""

    source_bytes: int
    elements: int
    drawables: int
    text_characters: int
    ink_share: float


@dataclass(frozen=True)
class Gate:
    """The two profiles of the gate."""

    board: BoardGate
    environment: EnvironmentGate


@dataclass(frozen=True)
class Hardening:
    """Limits that hold before any library sees a document."""

    depth: int
    use_nodes: int
    css_characters: int
    css_work: int
    attributes: int
    path_segments: int
    filter_primitives: int
    turbulence_octaves: int
    filter_cost: float
    text_characters: int
    number_max: float


@dataclass(frozen=True)
class Render:
    """Picture sizes and the renderer's limits."""

    measure_pixels: int
    recheck_pixels: int
    recheck_margin: float
    picture_pixels: int
    identity_pixels: int
    close_up_pixels: int
    identity_stroke: float
    wide_pixels: int
    wide_glance_pixels: int
    dpi: int
    memory_mb: int
    cpu_seconds: int
    wall_seconds: int
    picture_seconds: int
    background_distance: int
    disagreement_pixels: int
    disagreement_flag: float


@dataclass(frozen=True)
class Structure:
    """Bounds of the seven structure checks, and of what counts as painted for them."""

    leaf_opacity_min: float
    veil_opacity: float
    contrast_min: int
    seen_border_min: float
    close_up_radius: int
    close_up_radius_small_wheels: int
    close_up_leaves_max: int
    close_up_gain_min: float
    wheel_pixels_min: float
    roundness_max: float
    rim_shown_min: float
    rim_missing_max: float
    rim_gap_max: int
    rim_over_max: float
    rim_contrast_min: float
    row_similar_min: float
    row_level_max: float
    row_slope_max_degrees: int
    row_below_max: float
    row_depth_max: float
    row_above_min: float
    row_above_min_pair: float
    free_foot_min: float
    figure_size_min: float
    unlike_shown_min: float
    unlike_max: float
    radius_min: float
    radius_min_small_wheels: float
    wheel_part_min: float
    touch_gap: float
    slope_reach_max: float
    similar_size_min: float
    level_max: float
    slope_max_degrees: int
    apart_min: float
    frame_above: float
    frame_below: float
    frame_bins: int
    frame_bins_min: int
    frame_own_bins_min: int
    tube_thickness: float
    tube_thickness_max: float
    tube_length_min: float
    tube_height_max: float
    feather_gap: float
    rider_between_min: float
    rider_area_min: float
    rider_area_max: float
    rider_wheel_area_min: float
    rider_early_reach: float
    canvas_edge_run_max: float
    rider_height_min: float
    rider_height_min_lying: float
    rider_lying_ratio: float
    rider_diagonal_min: float
    rider_span_max: float
    rider_span_max_small_wheels: float
    rider_span_max_one_wheel: float
    apart_max: Mapping[str, float]


@dataclass(frozen=True)
class Reward:
    """Weights of the environment reward."""

    structure_weight: float
    semantic_weight: float
    blind_weight: float
    not_riding_factor: float
    family_credit: float
    call_seconds: int
    caption_tokens: int
    checklist_tokens: int


@dataclass(frozen=True)
class Generation:
    """How runs are made, retried and kept."""

    drawings: int
    drawings_max: int
    timeout_seconds: int
    retry_seconds: tuple[int, ...]
    retry_after_max_seconds: int
    pause_after_failures: int
    losses_max: int
    raw_days: int


@dataclass(frozen=True)
class Judging:
    """The panel's arithmetic."""

    triple_size: int
    orders: int
    parse_retries: int
    score_min: int
    score_max: int
    scored_samples_min: int
    call_seconds: int
    reply_bytes: int
    text_characters_max: int
    comment_words: int
    comment_characters: int
    weights: Mapping[str, float]
    contradictions: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Voting:
    """Votes, ratings and their limits."""

    elo_initial: int
    elo_k_new: int
    elo_k_settled: int
    elo_settled_games: int
    listed_votes: int
    ranked_votes: int
    confidence: float
    virtual_ties: float
    max_iterations: int
    scale: int
    centre: int
    pair_minutes: int
    view_seconds_min: float
    session_votes_per_5_minutes: int
    session_votes_per_day: int
    address_votes_per_hour: int
    address_votes_per_day: int
    address_pairs_per_hour: int
    undo_seconds: int
    undo_per_day: int
    refit_seconds: int
    flag_votes_min: int
    flag_z: float
    flag_alpha: float
    influence_share: float
    heavy_share: float
    desk_sessions: int
    desk_days: int
    valid_share_min: float
    valid_share_votes: int
    influx_session_share: float
    own_table_votes: int
    few_votes_offset: float
    top_places: int
    top_chance_min: float
    newcomer_share: float
    pair_mix: Mapping[str, float]


@dataclass(frozen=True)
class Drift:
    """The daily canary and its alerts."""

    timezone: str
    hour: int
    failed_days: int
    valid_rate_drop_points: int
    rejected_days: int
    window_days: int
    window_canaries_min: int
    score_drop_min: float
    score_drop_sigmas: float
    duration_factor_high: float
    duration_factor_low: float
    clear_days: int


@dataclass(frozen=True)
class PromptEdition:
    """Another wording or language of a task: what is sent, and what the wording is called.

    ``language`` is written as HTML does (``zh-Hans``).
    """

    prompt: str
    language: str
    name: str
    name_zh: str


@dataclass(frozen=True)
class Sdf:
    """The SDF benchmark: contract, canonical profile, validity checks, live canvases, rubric."""

    artifact_bytes: int
    width: int
    height: int
    ci_width: int
    ci_height: int
    level_views: int
    level_pitch: float
    raised_views: int
    raised_pitch: float
    distance_min: float
    distance_max: float
    zooms: tuple[float, ...]
    warm_passes: int
    timed_frames: int
    batch_frames: int
    trials: int
    timer_factor_max: float
    timer_slack_ms: float
    setup_seconds: int
    frame_seconds: int
    trial_seconds: int
    pixel_step: int
    blank_share: float
    blank_deviation: float
    change_share_min: float
    view_tolerance: float
    edge_step: int
    sharp_part: float
    edges_min: int
    sharp_edge_share_min: float
    round_trip_min: float
    centre_share_min: float
    live_max: int
    watchdog_seconds: int
    live_setup_seconds: int
    reviewers: int
    rubric_max: int


@dataclass(frozen=True)
class Rules:
    """All of ``rules.toml``."""

    version: str
    updated: dt.date
    gate: Gate
    hardening: Hardening
    render: Render
    structure: Structure
    reward: Reward
    generation: Generation
    judging: Judging
    voting: Voting
    drift: Drift
    sdf: Sdf
    prompts: Mapping[str, PromptEdition]

    @property
    def digest(self) -> str:
        """SHA-256 over every number, whatever the file's layout; version and date left out."""
        numbers = _plain(self)
        del numbers["version"], numbers["updated"]
        return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _typed(value: object, kind: Any, where: str) -> Any:
    origin = get_origin(kind)
    if is_dataclass(kind):
        return _table(value, kind, where)
    if origin is Mapping and isinstance(value, dict):
        return types.MappingProxyType(
            {key: _typed(item, get_args(kind)[1], f"{where}.{key}") for key, item in value.items()}
        )
    if origin is tuple and isinstance(value, list):
        return tuple(_typed(item, get_args(kind)[0], where) for item in value)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise RulesError(f"{where}: {value!r} is no {getattr(kind, '__name__', kind)}.")
    return value


def _table(value: object, kind: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise RulesError(f"{where}: a table is expected.")
    hints = get_type_hints(kind)
    for missing in hints.keys() - value.keys():
        raise RulesError(f"{where}.{missing} is missing.")
    for unknown in value.keys() - hints.keys():
        raise RulesError(f"{where}.{unknown} is not known to the code.")
    return kind(**{key: _typed(value[key], hint, f"{where}.{key}") for key, hint in hints.items()})


def load_rules(path: Path = RULES_FILE) -> Rules:
    """Read a rules file; raises :class:`RulesError` naming the first key that is wrong."""
    rules: Rules = _table(tomllib.loads(path.read_text(encoding="utf-8")), Rules, "rules")
    return rules


RULES: Final = load_rules()
