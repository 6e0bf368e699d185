//! The streams of a PDF, of which some contain objects (ISO 32000-2, 7.5.7).

use std::{borrow::Cow, io::Read};

use flate2::bufread::ZlibDecoder;

use super::{
    Findings,
    tokens::{Token, Tokens, is_end_of_word, is_space},
    value,
};
use crate::document::Refusal;

/// The filters besides Flate that can be combined with it.
const OTHER_FILTERS: [&[u8]; 10] = [
    b"ASCIIHexDecode",
    b"AHx",
    b"ASCII85Decode",
    b"A85",
    b"LZWDecode",
    b"LZW",
    b"RunLengthDecode",
    b"RL",
    b"BrotliDecode",
    b"Crypt",
];

/// What matters of the dictionary before the data of a stream.
#[derive(Debug, Default)]
pub(super) struct StreamHeader<'a> {
    /// The last key of the outermost dictionary.
    key: Cow<'a, [u8]>,
    /// The tokens after it.
    value_length: usize,
    /// The arrays around the next token.
    arrays: usize,
    /// Whether the stream contains objects.
    has_objects: bool,
    /// Where the first object starts.
    first: NumberEntry,
    /// How many objects there are.
    count: NumberEntry,
    /// The keys of filters and of their parameters.
    filter_keys: usize,
    /// The filters that are Flate.
    flate_filters: usize,
    /// Whether there are other filters.
    has_other_filters: bool,
    /// Whether the data is in another file.
    is_external: bool,
}

/// An entry of the dictionary whose value is a number.
#[derive(Debug, Default)]
struct NumberEntry {
    /// How often the dictionary and those inside it contain the key.
    occurrences: usize,
    /// None also when the number is in another object.
    value: Option<usize>,
}

impl NumberEntry {
    /// The number. None also when the key occurs more than once, because viewers choose different ones.
    fn value(&self) -> Option<usize> {
        self.value.filter(|_| self.occurrences == 1)
    }
}

impl<'a> StreamHeader<'a> {
    /// Adds a token of the dictionary. `depth` is 1 for those that are not in an inner dictionary.
    pub(super) fn add(&mut self, token: &Token<'a>, depth: usize) {
        match token {
            Token::ArrayStart => self.arrays += 1,
            Token::ArrayEnd => self.arrays = self.arrays.saturating_sub(1),
            Token::Name(name) => self.add_name(name),
            _ => {}
        }
        // A name directly after a key is the value of this key.
        let can_be_key = depth == 1 && self.arrays == 0 && self.value_length > 0;
        if let Token::Name(name) = token
            && can_be_key
        {
            self.key.clone_from(name);
            self.value_length = 0;
            self.is_external |= **name == *b"F";
        } else {
            self.add_value(token, depth);
            self.value_length += 1;
        }
    }

    /// Adds a name, whether it is a key or a value, and at any depth.
    fn add_name(&mut self, name: &[u8]) {
        match name {
            b"ObjStm" => self.has_objects = true,
            b"First" => {
                self.has_objects = true;
                self.first.occurrences += 1;
            }
            b"N" => self.count.occurrences += 1,
            b"Filter" | b"DecodeParms" | b"DP" => self.filter_keys += 1,
            b"FFilter" => self.is_external = true,
            filter if OTHER_FILTERS.contains(&filter) => self.has_other_filters = true,
            _ => {}
        }
    }

    /// Adds a token that is not a key of the outermost dictionary.
    fn add_value(&mut self, token: &Token<'a>, depth: usize) {
        match (Cow::as_ref(&self.key), token) {
            (b"First", Token::Number(number)) => self.first.value = (self.value_length == 0).then_some(*number),
            (b"N", Token::Number(number)) => self.count.value = (self.value_length == 0).then_some(*number),
            (b"Filter", Token::Name(name)) if is_flate(name) && depth == 1 && self.value_length <= 1 => {
                self.flate_filters += 1;
            }
            (_, Token::Name(name)) if is_flate(name) => self.has_other_filters = true,
            _ => {}
        }
    }

    /// Why a document with this stream is refused.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        self.is_external.then_some(Refusal::ExternalContent)
    }

    /// The stream with this data, if it contains objects.
    pub(super) fn object_stream(&self, data: &'a [u8]) -> Option<ObjectStream<'a>> {
        let encoding = match (self.filter_keys, self.flate_filters, self.has_other_filters) {
            (0, 0, false) => Some(Encoding::Plain),
            (1, 1, false) => Some(Encoding::Flate),
            _ => None,
        };
        self.has_objects.then_some(ObjectStream {
            data,
            encoding,
            first: self.first.value(),
            count: self.count.value(),
        })
    }
}

fn is_flate(name: &[u8]) -> bool {
    matches!(name, b"FlateDecode" | b"Fl")
}

#[derive(Debug, Clone, Copy)]
enum Encoding {
    Plain,
    Flate,
}

/// A stream that contains objects.
#[derive(Debug)]
pub(super) struct ObjectStream<'a> {
    /// The bytes of the file after the start of the stream.
    data: &'a [u8],
    /// None for one that is not read here. Writers of PDF use the others only.
    encoding: Option<Encoding>,
    first: Option<usize>,
    count: Option<usize>,
}

impl ObjectStream<'_> {
    /// Checks the objects. Viewers differ in how they repair a damaged stream, so it is refused.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) fn check(self, findings: &mut Findings) -> Result<(), Refusal> {
        let first = self.first.ok_or(Refusal::TooComplex)?;
        let count = self.count.ok_or(Refusal::TooComplex)?;
        let data = after_end_of_line(self.data).ok_or(Refusal::TooComplex)?;
        let content = match self.encoding.ok_or(Refusal::TooComplex)? {
            Encoding::Plain => Cow::Borrowed(data),
            Encoding::Flate => Cow::Owned(inflate(data, findings)?),
        };
        let (header, _) = split_between_words(&content, first).ok_or(Refusal::TooComplex)?;
        findings.spend(header.len())?;
        // Pairs of numbers: of the object, and of its position after the first one.
        let words = header.split(|byte| is_space(*byte)).filter(|word| !word.is_empty());
        let mut numbers = words.map(|word| std::str::from_utf8(word).ok()?.parse::<usize>().ok());
        let mut refusals = Vec::new();
        for _ in 0..count {
            let (Some(Some(number)), Some(Some(offset))) = (numbers.next(), numbers.next()) else {
                return Err(Refusal::TooComplex);
            };
            let start = first.saturating_add(offset);
            let (_, object) = split_between_words(&content, start).ok_or(Refusal::TooComplex)?;
            refusals.extend(value::check(u32::try_from(number).ok(), Tokens::of(object), findings).err());
            if findings.is_spent() {
                break;
            }
        }
        refusals.extend(numbers.next().map(|_| Refusal::TooComplex));
        refusals.into_iter().min().map_or(Ok(()), Err)
    }
}

/// The data of a stream, which starts after the line of `stream`. None when this line has other bytes, which not all viewers skip.
fn after_end_of_line(data: &[u8]) -> Option<&[u8]> {
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

fn inflate(data: &[u8], findings: &mut Findings) -> Result<Vec<u8>, Refusal> {
    let mut decoder = ZlibDecoder::new(data);
    let mut content = Vec::new();
    let limit = u64::try_from(findings.left()).unwrap_or(u64::MAX).saturating_add(1);
    let read = decoder.by_ref().take(limit).read_to_end(&mut content);
    // Blocks without content take time, too.
    let compressed = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
    findings.spend(content.len().saturating_add(compressed))?;
    read.map_err(|_| Refusal::TooComplex)?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Findings, ObjectStream, Refusal};

    /// Checks a stream with one object, and returns the bytes that count as read.
    fn checked(encoding: Encoding, data: &[u8], first: usize) -> (Result<(), Refusal>, usize) {
        let stream = ObjectStream {
            data: &[b"\n", data].concat(),
            encoding: Some(encoding),
            first: Some(first),
            count: Some(1),
        };
        let mut findings = Findings::new();
        let available = findings.left();
        let result = stream.check(&mut findings);
        (result, available - findings.left())
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
