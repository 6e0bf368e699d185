"""Switching to a release and back, on a stack of the local AWS with two functions."""

import pytest
from deployment_support import NAMES, deploy_functions, responded

from stack.console import CommandError
from stack.deployment import versions
from stack.deployment.versions import Functions
from stack.local_clients import LocalClients


@pytest.fixture(scope="module")
def functions(clients: LocalClients) -> Functions:
    """Those of the first release."""
    return deploy_functions(clients, "first")


def test_a_first_deployment_is_live(functions: Functions, clients: LocalClients) -> None:
    assert (functions.live_release(), responded(clients)) == ("first", "first")


def test_an_update_of_the_stack_reaches_no_request_until_the_switch(
    functions: Functions, clients: LocalClients
) -> None:
    deploy_functions(clients, "second")
    assert (functions.live_release(), responded(clients)) == ("first", "first")
    published = functions.publish()
    assert functions.probe(published) == []
    assert responded(clients) == "first"
    functions.switch(published)
    assert (functions.live_release(), responded(clients)) == ("second", "second")


def test_going_back_needs_no_update_of_the_stack(functions: Functions, clients: LocalClients) -> None:
    before = functions.of_release("first", NAMES)
    assert before is not None
    functions.switch(before)
    assert (functions.live_release(), responded(clients)) == ("first", "first")
    after = functions.of_release("second", NAMES)
    assert after is not None
    functions.switch(after)
    assert responded(clients) == "second"


def test_a_release_without_versions_of_all_its_functions_is_not_one_to_switch_to(functions: Functions) -> None:
    assert functions.of_release("unknown", NAMES) is None
    assert functions.of_release("first", [*NAMES, "Removed"]) is None


def test_a_version_that_does_not_start_is_found_before_the_switch(functions: Functions, clients: LocalClients) -> None:
    deploy_functions(clients, "broken")
    (error,) = functions.probe(functions.publish())
    assert error.startswith(f"{NAMES['Endpoint']}, version ") and '"statusCode": 503' in error
    assert responded(clients) == "second"


def test_a_switch_that_fails_is_undone(functions: Functions, clients: LocalClients) -> None:
    published = functions.of_release("first", NAMES)
    assert published is not None
    with pytest.raises(CommandError, match="could not be switched to"):
        functions.switch({**published, "no-such-function": "1"})
    assert (functions.live_release(), responded(clients)) == ("second", "second")


def test_an_interrupted_switch_has_no_release(functions: Functions, clients: LocalClients) -> None:
    live = functions.live()
    first = functions.of_release("first", NAMES)
    assert first is not None
    clients("lambda").update_alias(FunctionName=NAMES["Job"], Name="live", FunctionVersion=first[NAMES["Job"]])
    assert functions.live_release() is None
    functions.switch(live)


def test_a_function_that_a_release_adds_belongs_to_no_earlier_one(clients: LocalClients) -> None:
    deploy_functions(clients, "first").switch(deploy_functions(clients, "first").publish())
    functions = deploy_functions(clients, "second", added=True)
    assert functions.live_release() == "first"
    first = functions.live()
    functions.switch(functions.publish())
    assert functions.live_release() == "second"
    functions.switch(first)
    assert functions.live_release() == "first"


def test_old_versions_are_deleted_and_those_in_use_are_not(
    functions: Functions, clients: LocalClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "KEPT_VERSIONS", 1)
    for release in ("third", "fourth"):
        deploy_functions(clients, release)
        newest = functions.publish()[NAMES["Endpoint"]]
    live = functions.live()[NAMES["Endpoint"]]
    functions.prune()
    listed = clients("lambda").list_versions_by_function(FunctionName=NAMES["Endpoint"])["Versions"]
    # "1" is the stack's own.
    assert [version["Version"] for version in listed] == ["$LATEST", "1", live, newest]
    assert functions.live()[NAMES["Endpoint"]] == live
