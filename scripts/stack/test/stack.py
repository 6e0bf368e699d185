"""The stack that tests send requests to: its own emulator and ports, and the built web app behind the CDN."""

import json
import os
from contextlib import ExitStack
from dataclasses import replace

from .. import cloudformation, last_release, local_deploy, local_stack, publish, templates
from ..emulator_templates import adapt
from ..instance import Instance, free_port
from ..local_clients import create_developer_key
from .suite import FOLDER

#: The factor by which functions time out later, because tests share the machine.
TIMEOUT_FACTOR = 4
#: Origins whose pages may call the API: of the same site as the API's local address, and of another one.
ALLOWED_ORIGINS = "http://localhost:3000,http://app.example:3000"
DESCRIPTION = FOLDER / "stack.json"
#: The stack with the site of the last release.
EARLIER_DESCRIPTION = FOLDER / "last-release.json"
#: The stack with the functions of the last release.
TWO_RELEASES_DESCRIPTION = FOLDER / "two-releases" / "stack.json"


class SharedStack:
    """A stack that starts when the first suite needs it, and stops at the end of the `with` block."""

    def __init__(self) -> None:
        """`RATE_LIMITS=none` lifts all rate limits."""
        self._unlimited = os.environ.get("RATE_LIMITS") == "none"
        self._running = ExitStack()

    def __enter__(self) -> "SharedStack":
        FOLDER.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def start(self) -> None:
        """Starts and deploys the stack, imports the catalogue and publishes the web app."""
        # The ports are chosen here: one that is free when the command starts may be in use after minutes of building.
        instance = Instance(
            "masar-test",
            FOLDER / "stack",
            DESCRIPTION,
            free_port(),
            free_port(),
            timeout_factor=TIMEOUT_FACTOR,
            unlimited=self._unlimited,
            allowed_origins=ALLOWED_ORIGINS,
            removes_files=False,
        )
        local_stack.reset(instance)
        self._stack = stack = self._running.enter_context(local_stack.running(instance))
        stack.import_catalogue()
        stack.publish_catalogue()
        stack.publish()
        self._running.enter_context(local_stack.site(instance, stack.api, built=True, cdn=stack.cdn))

    def serve_last_release(self) -> None:
        """Serves the site of the last release through a CDN of its own, with the present API and template."""
        if last_release.is_missing():
            return
        stack = self._stack
        described = json.loads(DESCRIPTION.read_text())
        name = f"{stack.instance.name}-last-release"
        (FOLDER / name).mkdir(exist_ok=True)
        instance = replace(stack.instance, name=name, folder=FOLDER / name, port_site=free_port())
        template = templates.read("infra/hosting.yaml")
        adapt(instance, template)
        given = {parameter: declared.get("Default", "") for parameter, declared in template["Parameters"].items()} | {
            "Name": name,
            "SiteAddress": instance.site,
            "ApiId": described["apiId"],
            "OriginSecretArn": described["secrets"]["origin"],
            "FilesAddress": instance.aws,
        }
        request = {"TemplateBody": json.dumps(template)}
        outputs = cloudformation.create_or_update(stack.clients, name, request, given)
        last_release.publish_site(outputs["SiteBucketName"], stack.instance.variables())
        s3 = stack.clients("s3")
        files = described["buckets"]["files"]
        rules = s3.get_bucket_cors(Bucket=files)["CORSRules"]
        for rule in rules:
            rule["AllowedOrigins"].append(instance.site)
        s3.put_bucket_cors(Bucket=files, CORSConfiguration={"CORSRules": rules})
        # The schedule publishes the catalogue to the other site.
        for key in publish.listing(s3, stack.site_bucket):
            if key.startswith(publish.CATALOGUE):
                source = {"Bucket": stack.site_bucket, "Key": key}
                s3.copy_object(Bucket=outputs["SiteBucketName"], Key=key, CopySource=source)
        cdn = local_deploy.cdn_url(instance, outputs["DistributionAddress"])
        EARLIER_DESCRIPTION.write_text(json.dumps(described | {"site": instance.site, "cdn": cdn}))
        self._running.enter_context(local_stack.site(instance, stack.api, built=True, cdn=cdn))

    def start_two_releases(self) -> None:
        """Starts a stack of its own with tables and site of the present release, and functions of the last one."""
        if last_release.is_missing():
            return
        instance = replace(
            self._stack.instance,
            name="masar-two-releases",
            folder=TWO_RELEASES_DESCRIPTION.parent,
            description=TWO_RELEASES_DESCRIPTION,
            port_aws=free_port(),
            port_site=free_port(),
            allowed_origins="",
        )
        local_stack.reset(instance)
        process = self._running.enter_context(local_stack.emulator(instance))
        self._running.callback(instance.delete_description)
        stack = local_stack.Stack(instance, process, create_developer_key(instance))
        last_release.deploy_both(stack)
        stack.import_catalogue()
        stack.publish()
        last_release.switch(instance, last_release.LAST)
        stack.publish_catalogue()
        self._running.enter_context(local_stack.site(instance, stack.api, built=True, cdn=stack.cdn))
