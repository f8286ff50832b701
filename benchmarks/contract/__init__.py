"""The contract check: what can be said of a module before it runs. Pure Python, no Django.

It parses and never runs the module. Its findings are advice to whoever decides on admission: the
sandbox is what protects.
"""

from benchmarks.contract.check import ContractReport, check_module
from benchmarks.contract.normalise import Normalised, normalise_reply
from benchmarks.contract.places import Place, StaticFinding

__all__ = [
    "ContractReport",
    "Normalised",
    "Place",
    "StaticFinding",
    "check_module",
    "normalise_reply",
]
