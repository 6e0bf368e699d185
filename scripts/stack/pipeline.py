"""
What the workflows ask GitHub: which build staging runs, and which builds are no longer needed.

It needs Python alone, so that a job without the repository's tools can run it:
`PYTHONPATH=scripts python3 -m stack.pipeline`.
"""

import argparse
import json
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from . import console
from .console import CommandError

#: The workflow that builds a commit and deploys it to staging, and the job that deploys.
WORKFLOW, JOB = "staging.yml", "staging"
#: The name of the artifact with the build of a commit, before the commit.
ARTIFACT = "built-"
#: How many runs are looked at, and how many builds are kept: GitHub's free plan stores 500 MB.
RUNS, KEPT = 20, 3
HINT = "Run the workflow Staging of that commit again (Actions, Re-run all jobs), or leave the commit empty."


def command() -> int:
    parser = argparse.ArgumentParser(prog="stack.pipeline", description="What the workflows ask GitHub.")
    actions = parser.add_subparsers(dest="action", required=True)
    staged = actions.add_parser("staged", help="print the commit that staging runs, and the run that has its build")
    staged.add_argument("commit", nargs="?", default="", help="this commit instead, if staging has run it")
    actions.add_parser("tidy", help=f"delete the builds except the newest {KEPT}")
    options = parser.parse_args()
    if options.action == "tidy":
        tidy()
    else:
        commit, run = find_staged(options.commit.strip())
        # As GITHUB_OUTPUT takes them.
        print(f"commit={commit}\nrun={run}")
    return 0


def find_staged(commit: str) -> tuple[str, int]:
    """
    The commit that was deployed to staging last, or this one, and the run that deployed it. Fails if the commit was not
    deployed to staging, or if its build is no longer stored.
    """
    of_commit = {"head_sha": commit} if commit else {}
    path = f"workflows/{WORKFLOW}/runs?" + urlencode({"branch": "main", "per_page": RUNS, **of_commit})
    deployed = [(time, run) for run in get(path)["workflow_runs"] if (time := deployed_at(run["id"]))]
    if not deployed:
        what = f"{commit} was not deployed" if commit else "No commit of main was deployed"
        raise CommandError(f"{what} to staging.", "Deploy it to staging first: production gets what staging has run.")
    _, run = max(deployed, key=lambda found: found[0])
    sha, identifier = run["head_sha"], run["id"]
    name = ARTIFACT + sha
    artifacts = get(f"runs/{identifier}/artifacts?" + urlencode({"name": name}))["artifacts"]
    if all(artifact["expired"] for artifact in artifacts):
        raise CommandError(f"The build of {sha} is no longer stored.", HINT)
    return sha, identifier


def deployed_at(run: int) -> str:
    """When a run has deployed to staging; empty if it has not."""
    jobs = get(f"runs/{run}/jobs?per_page=100")["jobs"]
    # The job of a called workflow has the name of the calling job in front.
    times = [
        job["completed_at"] for job in jobs if job["name"].split(" / ")[0] == JOB and job["conclusion"] == "success"
    ]
    return max(times, default="")


def tidy() -> None:
    """Deletes the builds that are not among the newest."""
    builds = [artifact for artifact in artifacts() if artifact["name"].startswith(ARTIFACT)]
    for old in sorted(builds, key=lambda artifact: artifact["created_at"], reverse=True)[KEPT:]:
        request(f"artifacts/{old['id']}", "DELETE")
        print(f"Deleted {old['name']}.")


def artifacts() -> Iterator[Any]:
    """The artifacts of the repository."""
    page = 1
    while found := get(f"artifacts?per_page=100&page={page}")["artifacts"]:
        yield from found
        page += 1


def get(path: str) -> Any:
    return json.loads(request(path))


def request(path: str, method: str = "GET") -> bytes:
    """Sends a request about the repository's actions."""
    url = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/actions/{path}"
    headers = {"Accept": "application/vnd.github+json", "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers, method=method)) as response:
            body: bytes = response.read()
            return body
    except urllib.error.URLError as error:
        raise CommandError(f"GitHub refused {method} {path}: {error}", "Check the permissions of the job.") from None


if __name__ == "__main__":
    console.main(command)
