"""A check's report as it comes from a worker: cut to size and shape before it is kept."""

import math
from typing import Any

MAX_TEXT = 4000
MAX_STEPS = 60
MAX_ITEMS = 200
MAX_DEPTH = 12
# Values in one report over all steps; a worker that sends more has its report cut here.
MAX_VALUES = 20_000

Json = dict[str, Any]


class _Budget:
    """Counts down the values a report may still hold."""

    def __init__(self, values: int) -> None:
        self.left = values

    def clean(self, value: Any, depth: int = 0) -> Any:
        """Give the value with long texts, long lists and deep nesting cut."""
        self.left -= 1
        if depth > MAX_DEPTH or self.left < 0:
            return None
        if isinstance(value, str):
            return clean_text(value)
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, list | tuple):
            return [self.clean(item, depth + 1) for item in list(value)[:MAX_ITEMS]]
        if isinstance(value, dict):
            return {
                clean_text(str(key))[:80]: self.clean(item, depth + 1) for key, item in list(value.items())[:MAX_ITEMS]
            }
        return clean_text(str(value))


def clean_text(text: str) -> str:
    """Give a text that any database takes: no NUL, no half characters, and its tail when it is long."""
    text = text.replace("\x00", "�").encode("utf-8", "replace").decode()
    return text if len(text) <= MAX_TEXT else "…" + text[-MAX_TEXT:]


def clean_report(report: Any) -> Json:
    """Give a report with a summary and steps, each with its name and whether it went well."""
    report = report if isinstance(report, dict) else {}
    steps = report.get("steps")
    budget = _Budget(MAX_VALUES)
    cleaned: list[Json] = []
    for step in (steps if isinstance(steps, list) else [])[:MAX_STEPS]:
        if isinstance(step, dict):
            clean = budget.clean(step)
            cleaned.append(
                {**(clean or {}), "name": clean_text(str(step.get("name", ""))), "ok": step.get("ok") is True}
            )
    return {"summary": clean_text(str(report.get("summary", ""))), "steps": cleaned}
