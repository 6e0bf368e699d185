"""The commands of `scripts/`: the local stack, tests, deployments, and maintenance of the repository."""
