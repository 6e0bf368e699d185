//! The dictionary before the data of a stream (ISO 32000-2, 7.3.8).

use std::borrow::Cow;

use super::{
    ObjectId,
    object_stream::{Encoding, ObjectStream},
    tokens::Token,
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

/// The most pixels of an image. A page of A4 at 1,200 dpi has 139 million.
const MAX_PIXELS: usize = 160_000_000;

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
    /// Whether the data, or what it stands for, is in another file.
    is_external: bool,
    /// The size of an image.
    width: Side,
    height: Side,
}

/// A side of an image, in pixels.
#[derive(Debug, Default)]
enum Side {
    #[default]
    Unknown,
    Known(usize),
    /// It is in another object, or no natural number.
    Elsewhere,
}

impl Side {
    /// Adds a token of its value. The first one is the size, unless it is that of a reference.
    fn add(&mut self, token: &Token<'_>, is_first: bool) {
        *self = match (&*self, token) {
            // Of several values of the same key, viewers choose different ones.
            (Self::Known(known), Token::Number(number)) if is_first => Self::Known(*known.max(number)),
            (Self::Unknown, Token::Number(number)) if is_first => Self::Known(*number),
            _ if is_first || *token == Token::Word(b"R") => Self::Elsewhere,
            _ => return,
        };
    }
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
            // Of a form: the page of another document that it stands for.
            self.is_external |= matches!(&**name, b"F" | b"Ref");
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
            (b"Width" | b"W", token) => self.width.add(token, self.value_length == 0),
            (b"Height" | b"H", token) => self.height.add(token, self.value_length == 0),
            (_, Token::Name(name)) if is_flate(name) => self.has_other_filters = true,
            _ => {}
        }
    }

    /// Why a document with this stream is refused.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        let external = self.is_external.then_some(Refusal::ExternalContent);
        external.or_else(|| self.is_too_large().then_some(Refusal::TooComplex))
    }

    /// Whether an image takes more memory than viewers have, or its size is not here. Other streams have no height.
    fn is_too_large(&self) -> bool {
        match (&self.width, &self.height) {
            (Side::Known(width), Side::Known(height)) => width.saturating_mul(*height) > MAX_PIXELS,
            (Side::Elsewhere, Side::Known(_) | Side::Elsewhere) | (Side::Known(_), Side::Elsewhere) => true,
            _ => false,
        }
    }

    /// The stream with this data, if it contains objects.
    pub(super) fn object_stream(&self, id: Option<ObjectId>, data: &'a [u8]) -> Option<ObjectStream<'a>> {
        let encoding = match (self.filter_keys, self.flate_filters, self.has_other_filters) {
            (0, 0, false) => Some(Encoding::Plain),
            (1, 1, false) => Some(Encoding::Flate),
            _ => None,
        };
        self.has_objects.then_some(ObjectStream {
            id,
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
