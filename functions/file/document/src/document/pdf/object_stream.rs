//! The streams of a PDF, of which some contain objects (ISO 32000-2, 7.5.7).

use std::{borrow::Cow, io::Read};

use flate2::read::ZlibDecoder;

use super::{
    Findings,
    tokens::{Token, Tokens},
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
    /// The last two tokens.
    previous: [Option<Token<'a>>; 2],
    /// Whether the stream contains objects.
    has_objects: bool,
    /// Where the first object starts. None also when the number is in another object.
    first: Option<usize>,
    /// The keys of filters and of their parameters.
    filter_keys: usize,
    /// The filters that are Flate.
    flate_filters: usize,
    /// Whether there are other filters.
    has_other_filters: bool,
    /// Whether the data is in another file.
    is_external: bool,
}

impl<'a> StreamHeader<'a> {
    /// Adds a token of the dictionary. `depth` is 1 for those that are not in an inner dictionary.
    pub(super) fn add(&mut self, token: &Token<'a>, depth: usize) {
        let [before, previous] = &self.previous;
        let follows = |key: &[u8]| matches!(previous, Some(Token::Name(name)) if **name == *key);
        let is_reference = matches!(before, Some(Token::Name(name)) if **name == *b"First");
        match token {
            Token::Number(offset) if follows(b"First") => self.first = Some(*offset),
            Token::Number(_) if is_reference && matches!(previous, Some(Token::Number(_))) => self.first = None,
            Token::String | Token::DictionaryStart if depth == 1 && follows(b"F") => self.is_external = true,
            Token::Name(name) => match Cow::as_ref(name) {
                b"ObjStm" | b"First" => self.has_objects = true,
                b"Filter" | b"DecodeParms" | b"DP" => self.filter_keys += 1,
                b"FlateDecode" | b"Fl" => self.flate_filters += 1,
                filter if OTHER_FILTERS.contains(&filter) => self.has_other_filters = true,
                b"FFilter" => self.is_external = true,
                _ => {}
            },
            _ => {}
        }
        self.previous = [self.previous[1].take(), Some(token.clone())];
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
            first: self.first,
        })
    }
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
}

impl ObjectStream<'_> {
    /// Checks the objects.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) fn check(self, findings: &mut Findings) -> Result<(), Refusal> {
        let first = self.first.ok_or(Refusal::TooComplex)?;
        // The end of the line after `stream`.
        let data = self.data.strip_prefix(b"\r").unwrap_or(self.data);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        let content = match self.encoding.ok_or(Refusal::TooComplex)? {
            Encoding::Plain => Cow::Borrowed(data),
            Encoding::Flate => Cow::Owned(inflate(data, findings)?),
        };
        // Pairs of numbers: of the object, and of its position after the first one.
        let mut header = Tokens::of(&content);
        let mut refusals = Vec::new();
        while let (Some(Token::Number(number)), Some(Token::Number(offset))) = (header.next(), header.next()) {
            let start = content.get(first.saturating_add(offset)..).unwrap_or_default();
            refusals.extend(value::check(u32::try_from(number).ok(), Tokens::of(start), findings).err());
            if findings.is_spent() {
                break;
            }
        }
        refusals.into_iter().min().map_or(Ok(()), Err)
    }
}

fn inflate(data: &[u8], findings: &mut Findings) -> Result<Vec<u8>, Refusal> {
    let mut content = Vec::new();
    let limit = u64::try_from(findings.left()).unwrap_or(u64::MAX).saturating_add(1);
    let read = ZlibDecoder::new(data).take(limit).read_to_end(&mut content);
    findings.spend(content.len())?;
    read.map_err(|_| Refusal::TooComplex)?;
    Ok(content)
}
