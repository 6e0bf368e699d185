//! Generates constants for the signature of emails from `infra/operator.toml`, so that no function contains a TOML parser.

#[path = "build/operator.rs"]
mod operator;

use std::{
    env, fs,
    io::{self, Write},
    path::Path,
};

const FILE: &str = "infra/operator.toml";

#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script where to write")]
fn main() -> io::Result<()> {
    let path = Path::new("../..").join(FILE);
    let mut cargo = io::stdout();
    writeln!(cargo, "cargo::rerun-if-changed={}", path.display())?;
    writeln!(cargo, "cargo::rerun-if-changed=build")?;
    match operator::read(&fs::read_to_string(path)?) {
        Ok(operators) => {
            let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
            fs::write(Path::new(&folder).join("operator.rs"), operators.source())
        }
        Err(fault) => {
            writeln!(cargo, "cargo::error={FILE}: {}", fault.replace('\n', "\ncargo::error="))
        }
    }
}
