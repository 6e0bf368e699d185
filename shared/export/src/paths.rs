//! The paths of files in the archive.

use std::collections::HashSet;

use domain::FileName;
use store::files::StoredFile;

/// Characters that some operating systems do not allow in a file name.
const UNSAFE_CHARACTERS: &[char] = &['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// Pairs each file with its path in the archive: its name without unsafe characters, numbered when the name repeats.
pub(super) fn with_paths(files: Vec<StoredFile>) -> Vec<(StoredFile, String)> {
    let mut taken = HashSet::new();
    let mut named = Vec::new();
    for file in files {
        let name = safe(&file.name);
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        let mut path = format!("files/{name}");
        let mut number = 1;
        while !taken.insert(path.to_lowercase()) {
            number += 1;
            path = format!("files/{stem} ({number}).{extension}");
        }
        named.push((file, path));
    }
    named
}

fn safe(name: &FileName) -> String {
    name.as_str().replace(UNSAFE_CHARACTERS, "_")
}
