//! Counts the instructions of a program with Valgrind. Unlike times, they are the same on a busy machine.

use std::path::PathBuf;

use tempfile::TempDir;

/// The file in which Valgrind's Cachegrind counts instructions.
pub(crate) struct Counts {
    folder: TempDir,
}

impl Counts {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("counts")
    }

    pub(crate) fn program(&self) -> [String; 5] {
        [
            "valgrind".to_owned(),
            "--quiet".to_owned(),
            "--tool=cachegrind".to_owned(),
            "--cache-sim=no".to_owned(),
            format!("--cachegrind-out-file={}", self.file().display()),
        ]
    }

    /// The sum in the last line of the file.
    pub(crate) fn sum(&self) -> u64 {
        let text = std::fs::read_to_string(self.file()).expect("Cachegrind writes its counts");
        let line = text.lines().find_map(|line| line.strip_prefix("summary:"));
        let sum = line.and_then(|line| line.trim().parse().ok());
        sum.expect("a sum of instructions")
    }
}

pub(crate) fn millions(instructions: u64) -> f64 {
    as_float(instructions) / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "the numbers are printed with two digits")]
pub(crate) const fn as_float(number: u64) -> f64 {
    number as f64
}
