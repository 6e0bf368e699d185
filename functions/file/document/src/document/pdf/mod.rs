//! PDF files (ISO 32000-2).
//!
//! Readers find objects by tables, revisions and repairs that differ between them. So this module reads every object that the file
//! has, used or not, and looks for names that only harmful content has (docs/decisions/0074).

mod object;
mod object_stream;
mod tokens;

use object::Object;
use tokens::{Tokens, is_end_of_word, is_space};

use super::Refusal;

/// The first bytes of the file.
const SIGNATURE: &[u8] = b"%PDF-";
/// The words before an object, and before the dictionary that names the first ones.
const STARTS: [&[u8]; 2] = [b"obj", b"trailer"];
/// The most bytes that are read, including those that are decompressed, and those that are read again because objects overlap.
const MAX_READ_BYTES: usize = 32 * 1024 * 1024;

/// The bytes that may still be read.
#[derive(Debug)]
struct Budget(usize);

impl Budget {
    /// # Errors
    /// [`Refusal::TooComplex`].
    fn spend(&mut self, bytes: usize) -> Result<(), Refusal> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or_default();
        left.map_or(Err(Refusal::TooComplex), |_| Ok(()))
    }

    const fn left(&self) -> usize {
        self.0
    }

    const fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// Checks that a file is a PDF without harmful content.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check(file: &[u8]) -> Result<(), Refusal> {
    if !file.starts_with(SIGNATURE) {
        return Err(Refusal::WrongType);
    }
    let mut budget = Budget(MAX_READ_BYTES);
    let mut refusals = Vec::new();
    for object in objects(file) {
        refusals.extend(Object::read(Tokens::of(object)).check(&mut budget).err());
        if budget.is_spent() {
            break;
        }
    }
    refusals.into_iter().min().map_or(Ok(()), Err)
}

/// The bytes after each word that starts an object, wherever it is.
fn objects(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..file.len()).filter_map(|position| {
        let (before, word) = file.split_at(position);
        let after = STARTS.iter().find_map(|start| word.strip_prefix(*start))?;
        let starts = before
            .last()
            .is_none_or(|byte| is_space(*byte) || byte.is_ascii_digit());
        let ends = after.first().is_none_or(|byte| is_end_of_word(*byte));
        (starts && ends).then_some(after)
    })
}
