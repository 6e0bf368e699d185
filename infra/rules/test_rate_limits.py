"""The rate limits that the specification fixes.

Front-door tests set their own, and the local stack raises those of IP addresses.
"""

import pytest

from stack import templates

#: How many attempts each parameter allows by default. shared/auth/src/rate_limits.rs has the windows.
SPECIFIED = {
    "RegistrationsPerIp": 5,
    "FailedLoginsPerEmail": 10,
    "FailedLoginsPerIp": 30,
    "ResetMailsPerEmail": 3,
    "AttemptsPerResetCode": 5,
    "UploadsPerIp": 20,
}


@pytest.mark.parametrize(("parameter", "attempts"), SPECIFIED.items())
def test_a_rate_limit_has_the_number_of_the_specification(parameter: str, attempts: int) -> None:
    assert templates.main()["Parameters"][parameter]["Default"] == attempts
