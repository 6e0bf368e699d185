"""The rate limits that the specification fixes.

Front-door tests set their own, and the local stack raises those of IP addresses.
"""

import re
from pathlib import Path

import pytest

from platform_template import TEMPLATE
from stack import local_deploy
from stack.instance import Instance
from stack.rate_limits import LIMITS, errors, parameter

#: How many attempts each limit allows by default. shared/auth/src/rate_limits.rs has the windows.
SPECIFIED = {
    "RegistrationsPerIp": 5,
    "FailedLoginsPerEmail": 10,
    "FailedLoginsPerIp": 30,
    "ResetMailsPerEmail": 3,
    "AttemptsPerResetCode": 5,
    "UploadsPerIp": 20,
}


@pytest.mark.parametrize(("limit", "attempts"), SPECIFIED.items())
def test_a_rate_limit_has_the_number_of_the_specification(limit: str, attempts: int) -> None:
    assert LIMITS[limit]["default"] == attempts


@pytest.mark.parametrize("kind", ["default", "least", "most"])
def test_the_template_takes_the_numbers_of_all_limits(kind: str) -> None:
    value = parameter({name: bounds[kind] for name, bounds in LIMITS.items()})
    assert re.fullmatch(TEMPLATE["Parameters"]["RateLimits"]["AllowedPattern"], value)
    assert not list(errors(value))


@pytest.mark.parametrize("unlimited", [False, True])
def test_the_local_stack_sets_limits_that_functions_take(unlimited: bool) -> None:
    instance = Instance("masar-test", Path(), Path(), 1, 2, unlimited=unlimited)
    limits = local_deploy.parameters(instance)["RateLimits"]
    assert not list(errors(limits))
    assert limits.count(":") == (len(LIMITS) if unlimited else len(local_deploy.RAISED))
