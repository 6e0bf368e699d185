//! Makes a binary fuse filter of `shared/data/known-passwords.txt`. A function contains the filter, and not the list, which is four
//! times as large.

#[path = "build/accents.rs"]
mod accents;
#[expect(dead_code, reason = "the crate uses the other functions of the file")]
#[path = "build/filter_key.rs"]
mod filter_key;

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::Path,
};

use xorf::{BinaryFuse16, DmaSerializable};

const LIST: &str = "../data/known-passwords.txt";

#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script where to write")]
fn main() -> io::Result<()> {
    let mut cargo = io::stdout();
    writeln!(cargo, "cargo::rerun-if-changed={LIST}")?;
    writeln!(cargo, "cargo::rerun-if-changed=build")?;

    let list = fs::read_to_string(LIST)?;
    let keys: BTreeSet<u64> = list
        .lines()
        .map(|password| filter_key::filter_key(&filter_key::normalize(password)))
        .collect();
    let filter = BinaryFuse16::try_from(keys.into_iter().collect::<Vec<_>>()).map_err(io::Error::other)?;
    let mut descriptor = [0; BinaryFuse16::DESCRIPTOR_LEN];
    filter.dma_copy_descriptor_to(&mut descriptor);

    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(&folder).join(name), bytes);
    write("known-passwords.descriptor", &descriptor)?;
    write("known-passwords.fingerprints", filter.dma_fingerprints())
}
