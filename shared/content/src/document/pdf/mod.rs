//! PDF files (ISO 32000-2).
//!
//! Readers find objects by tables, revisions and repairs that differ between them. So this module reads every object that the file
//! has, used or not. It looks for names that only harmful content has (docs/decisions/0074), and for a page.

mod actions;
mod budget;
mod content;
mod encryption;
mod facts;
mod images;
mod object;
mod object_stream;
mod page_tree;
mod stream;
mod stream_data;
mod tokens;

use std::{collections::BTreeSet, mem};

use actions::Actions;
use budget::Budget;
use encryption::Encryption;
use object::Object;
use object_stream::ObjectStream;
use page_tree::PageTree;
use stream_data::StreamData;
use tokens::{Tokens, is_end_of_word, is_space};

use super::Refusal;

/// The first bytes of the file, or of what follows other bytes: viewers search the first 1,024.
const SIGNATURE: &[u8] = b"%PDF-";
const MAX_OFFSET: usize = 1024;
/// The words before an object, and before the dictionary that names the first ones.
const STARTS: [&[u8]; 2] = [b"obj", b"trailer"];
/// The bytes after which no more are read, including those that are decompressed, and those that are read again because objects overlap.
const MAX_READ_BYTES: usize = 32 * 1024 * 1024;
/// The same for the data of streams that contain no objects.
const MAX_CONTENT_BYTES: usize = 32 * 1024 * 1024;

#[derive(Debug)]
struct Findings<'a> {
    /// The bytes that may still be read of objects, and of the data of other streams.
    objects: Budget,
    content: Budget,
    pages: PageTree,
    actions: Actions,
    encryption: Encryption<'a>,
    /// The streams that contain objects and are not read yet: what decrypts them may be at the end of the file.
    streams: Vec<ObjectStream<'a>>,
    /// The other ones. Several objects can have the same data.
    data: BTreeSet<StreamData>,
}

impl Findings<'_> {
    fn new() -> Self {
        Self {
            objects: Budget::new(MAX_READ_BYTES),
            content: Budget::new(MAX_CONTENT_BYTES),
            pages: PageTree::default(),
            actions: Actions::default(),
            encryption: Encryption::default(),
            streams: Vec::new(),
            data: BTreeSet::new(),
        }
    }
}

/// Checks that a file is a PDF with pages and without harmful content.
pub(super) fn check(file: &[u8]) -> Result<(), Refusal> {
    let start = file.get(..MAX_OFFSET).unwrap_or(file);
    if !start.windows(SIGNATURE.len()).any(|bytes| bytes == SIGNATURE) {
        return Err(Refusal::WrongType);
    }
    let mut findings = Findings::new();
    let mut refusals = Vec::new();
    for (id, object) in objects(file) {
        refusals.extend(Object::read(id, Tokens::of(object)).check(id, &mut findings).err());
        if findings.objects.is_spent() {
            break;
        }
    }
    match findings.encryption.open(file) {
        Ok(key) => {
            for stream in mem::take(&mut findings.streams) {
                refusals.extend(stream.check(key.as_ref(), &mut findings).err());
                if findings.objects.is_spent() {
                    break;
                }
            }
            refusals.extend(stream_data::check(file, key.as_ref(), &mut findings).err());
        }
        Err(refusal) => refusals.push(refusal),
    }
    refusals.extend(findings.actions.check().err());
    match refusals.into_iter().min() {
        Some(refusal) => Err(refusal),
        None if findings.pages.has_page() => Ok(()),
        None => Err(Refusal::Damaged),
    }
}

/// The number and the generation of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ObjectId {
    number: u32,
    generation: u32,
}

/// The bytes after each word that starts an object, wherever it is, and the numbers before it.
fn objects(file: &[u8]) -> impl Iterator<Item = (Option<ObjectId>, &[u8])> {
    (0..file.len()).filter_map(|position| {
        let (before, word) = file.split_at(position);
        let after = STARTS.iter().find_map(|start| word.strip_prefix(*start))?;
        let starts = before
            .last()
            .is_none_or(|byte| is_space(*byte) || byte.is_ascii_digit());
        let ends = after.first().is_none_or(|byte| is_end_of_word(*byte));
        (starts && ends).then(|| (id_at_end(before), after))
    })
}

/// The numbers that precede an object. None for another word.
fn id_at_end(before: &[u8]) -> Option<ObjectId> {
    let (before, generation) = number_at_end(before)?;
    let (_, number) = number_at_end(before)?;
    Some(ObjectId { number, generation })
}

/// The number before the white space at the end, and what is before it.
fn number_at_end(bytes: &[u8]) -> Option<(&[u8], u32)> {
    let end = bytes.iter().rposition(|byte| !is_space(*byte))? + 1;
    let (bytes, _) = bytes.split_at(end);
    let start = bytes
        .iter()
        .rposition(|byte| !byte.is_ascii_digit())
        .map_or(0, |position| position + 1);
    let (before, digits) = bytes.split_at(start);
    Some((before, std::str::from_utf8(digits).ok()?.parse().ok()?))
}
