"""The rate limits that the parameter RateLimits of template.yaml changes. The functions read the same file."""

import json
from collections.abc import Iterator, Mapping

from .instance import ROOT

FILE = "shared/data/rate-limits.json"
#: The default of each limit, and the least and the most that it can be.
LIMITS: dict[str, dict[str, int]] = json.loads((ROOT / FILE).read_text())


def parameter(limits: Mapping[str, int]) -> str:
    return ",".join(f"{name}:{number}" for name, number in limits.items())


def errors(value: str) -> Iterator[str]:
    seen = set()
    for one in value.split(",") if value else []:
        name, _, number = one.partition(":")
        bounds = LIMITS.get(name)
        if bounds is None:
            yield f"{name} is no rate limit"
        elif not (number.isdecimal() and bounds["least"] <= int(number) <= bounds["most"]):
            yield f"{name} is {number or 'missing'}, and not from {bounds['least']} to {bounds['most']}"
        elif name in seen:
            yield f"{name} occurs twice"
        seen.add(name)
