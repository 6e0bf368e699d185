"""
The limits of expensive routes, which are settings on the stage of the API.

API Gateway keeps the settings of a route that is gone, and then refuses every update of the stage (`Unable to find
Route by key … within the provided RouteSettings`). So those that a release does not have are deleted before it is
deployed. Compared with reports of others; not rehearsed on AWS.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from samtranslator.yaml_helper import yaml_parse

from ..console import step
from ..local_clients import Client
from ..templates import Template

STAGE = "$default"


def delete_unneeded(gateway: Client, outputs: Mapping[str, str], template: Path) -> None:
    """
    Deletes the settings of routes that a packaged template does not have, from the stage of a stack with these outputs.

    If the deployment fails before it changes the stage, a route of the present release may be left with the default
    limits, until the limits in the template change.
    """
    if "ApiId" not in outputs:
        return
    stage = {"ApiId": outputs["ApiId"], "StageName": STAGE}
    try:
        current = gateway.get_stage(**stage).get("RouteSettings", {})
    except gateway.exceptions.NotFoundException:
        # Somebody deleted the API or the stage, and their settings with them.
        return
    unneeded = sorted(set(current) - limited_routes(yaml_parse(template.read_text())))
    if unneeded:
        with step(f"Deleting the limits of {', '.join(unneeded)}"):
            for route in unneeded:
                with suppress(gateway.exceptions.NotFoundException):
                    gateway.delete_route_settings(**stage, RouteKey=route)


def limited_routes(template: Template) -> set[str]:
    """The routes that a template sets limits of."""
    return set(template["Resources"]["Api"]["Properties"].get("RouteSettings", {}))
