# Sourced by the commands in scripts/: checks what must be there, and makes the Python environment of the repository's tools.
# Sets PYTHON. Everything it installs is in .local/tools.

fail() {
  printf '\n✗ %s\n  → %s\n' "$1" "$2" >&2
  exit 1
}

find_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
    if command -v "$candidate" >/dev/null &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      printf '%s' "$candidate"
      return
    fi
  done
  fail 'Python 3.10 or newer was not found.' 'Install it, with its venv module (Debian: apt-get install python3 python3-venv).'
}

bootstrap() {
  local system_python lock=scripts/stack/requirements.txt venv=.local/tools/python stamp
  system_python=$(find_python)
  stamp=$("$system_python" - "$lock" <<'PY'
import hashlib, os, sys
# The environment's own programs name its folder, so it does not survive a move.
print(hashlib.sha256(open(sys.argv[1], "rb").read() + (sys.version + os.getcwd()).encode()).hexdigest())
PY
  )
  if [ "$(cat "$venv/.stamp" 2>/dev/null)" != "$stamp" ]; then
    printf '· Installing the Python tools (about half a minute, once)\n'
    rm -rf "$venv"
    "$system_python" -m venv "$venv" ||
      fail 'The Python environment could not be made.' 'Install the venv module (Debian: apt-get install python3-venv).'
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$lock" ||
      fail 'The Python tools could not be installed.' 'Check the connection to the package registry, and try again.'
    printf '%s' "$stamp" >"$venv/.stamp"
  fi
  PYTHON=$PWD/$venv/bin/python
  export PYTHONPATH=$PWD/scripts PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
}

bootstrap
