"""`scripts/deploy`: checks, builds, deploys, rolls back and removes the platform on AWS."""
