//! The streams of a PDF that contain objects (ISO 32000-2, 7.5.7).

use std::{borrow::Cow, io::BufReader};

use super::{
    Findings, ObjectId,
    encryption::{self, FileKey},
    facts,
    tokens::{Tokens, is_end_of_word, is_space},
};
use crate::document::Refusal;

#[derive(Debug, Clone, Copy)]
pub(super) enum Encoding {
    Plain,
    Flate,
}

#[derive(Debug)]
pub(super) struct ObjectStream<'a> {
    /// None for one whose number cannot be read.
    pub(super) id: Option<ObjectId>,
    /// The bytes of the file after the start of the stream.
    pub(super) data: &'a [u8],
    /// None for one that is not read here. Writers of PDF use the others only.
    pub(super) encoding: Option<Encoding>,
    pub(super) first: Option<usize>,
    pub(super) count: Option<usize>,
}

impl ObjectStream<'_> {
    /// Checks the objects. Viewers differ in how they repair a damaged stream, so it is refused.
    pub(super) fn check(self, key: Option<&FileKey>, findings: &mut Findings<'_>) -> Result<(), Refusal> {
        let first = self.first.ok_or(Refusal::TooComplex)?;
        let count = self.count.ok_or(Refusal::TooComplex)?;
        let data = after_end_of_line(self.data).ok_or(Refusal::TooComplex)?;
        let encoding = self.encoding.ok_or(Refusal::TooComplex)?;
        let content = match (key, encoding) {
            (None, Encoding::Plain) => Cow::Borrowed(data),
            (None, Encoding::Flate) => Cow::Owned(findings.objects.inflate(data)?.whole()?),
            (Some(key), encoding) => {
                let id = self.id.ok_or(Refusal::TooComplex)?;
                let decrypted = BufReader::new(encryption::reader(key, id, data));
                let content = match encoding {
                    Encoding::Plain => findings.objects.read(decrypted),
                    Encoding::Flate => findings.objects.inflate(decrypted),
                };
                Cow::Owned(content?.whole()?)
            }
        };
        let (header, _) = split_between_words(&content, first).ok_or(Refusal::TooComplex)?;
        findings.objects.spend(header.len())?;
        // Pairs of numbers: of the object, and of its position after the first one.
        let mut rest = header;
        let mut refusals = Vec::new();
        for _ in 0..count {
            let number = next_number(&mut rest).ok_or(Refusal::TooComplex)?;
            let offset = next_number(&mut rest).ok_or(Refusal::TooComplex)?;
            let start = first.saturating_add(offset);
            let (_, object) = split_between_words(&content, start).ok_or(Refusal::TooComplex)?;
            refusals.extend(facts::check(u32::try_from(number).ok(), Tokens::of(object), findings).err());
            if findings.objects.is_spent() {
                break;
            }
        }
        // A comment can follow, and no other pair.
        refusals.extend(Tokens::of(rest).next().map(|_| Refusal::TooComplex));
        refusals.into_iter().min().map_or(Ok(()), Err)
    }
}

/// Takes the next word, which must be a natural number.
fn next_number(bytes: &mut &[u8]) -> Option<usize> {
    let start = bytes.iter().position(|byte| !is_space(*byte))?;
    let (_, word) = bytes.split_at(start);
    let end = word.iter().position(|byte| is_space(*byte)).unwrap_or(word.len());
    let (word, rest) = word.split_at(end);
    *bytes = rest;
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The data of a stream, which starts after the line of `stream`. None when this line has other bytes, which not all viewers skip.
pub(super) fn after_end_of_line(data: &[u8]) -> Option<&[u8]> {
    let mut ends = [b"\r\n".as_slice(), b"\n", b"\r"].into_iter();
    ends.find_map(|end| data.strip_prefix(end))
}

/// The bytes before and after a position. None outside the bytes, and inside a word, which some viewers read up to the position only.
fn split_between_words(bytes: &[u8], position: usize) -> Option<(&[u8], &[u8])> {
    let (before, after) = bytes.split_at_checked(position)?;
    let is_in_word = |byte: Option<&u8>| byte.is_some_and(|byte| !is_end_of_word(*byte));
    let splits_word = is_in_word(before.last()) && is_in_word(after.first());
    (!splits_word).then_some((before, after))
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Findings, ObjectStream, Refusal};

    /// Checks a stream with one object, and returns the bytes that count as read.
    fn checked(encoding: Encoding, data: &[u8], first: usize) -> (Result<(), Refusal>, usize) {
        let stream = ObjectStream {
            id: None,
            data: &[b"\n", data].concat(),
            encoding: Some(encoding),
            first: Some(first),
            count: Some(1),
        };
        let mut findings = Findings::new();
        let available = findings.objects.left();
        let result = stream.check(None, &mut findings);
        (result, available - findings.objects.left())
    }

    #[test]
    fn the_list_of_objects_counts_as_read() {
        let list = format!("1 0{}", " ".repeat(1000));
        let content = format!("{list}null");
        assert_eq!(
            checked(Encoding::Plain, content.as_bytes(), list.len()),
            (Ok(()), content.len())
        );
    }

    #[test]
    fn compressed_bytes_count_as_read() {
        let empty_block = [0, 0, 0, 0xff, 0xff];
        let last_block = [1, 0, 0, 0xff, 0xff];
        let checksum = [0, 0, 0, 1];
        let data = [
            &[0x78, 0x01],
            empty_block.repeat(1000).as_slice(),
            &last_block,
            &checksum,
        ]
        .concat();
        assert_eq!(
            checked(Encoding::Flate, &data, 0),
            (Err(Refusal::TooComplex), data.len())
        );
    }
}
