//! The dictionary before the data of a stream (ISO 32000-2, 7.3.8).

use std::borrow::Cow;

use super::{
    ObjectId,
    images::{Formats, is_area_too_large},
    object_stream::{Encoding, ObjectStream},
    stream_data::{Role, StreamData},
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

/// What matters of the dictionary before the data of a stream.
#[derive(Debug, Default)]
pub(super) struct StreamHeader<'a> {
    /// The last key of the outermost dictionary.
    key: Cow<'a, [u8]>,
    /// The tokens after it.
    value_length: usize,
    /// The arrays around the next token.
    arrays: usize,
    has_objects: bool,
    first: NumberEntry,
    count: NumberEntry,
    /// The keys of filters and of their parameters.
    filter_keys: usize,
    flate_filters: usize,
    has_other_filters: bool,
    /// Whether the data, or what it stands for, is in another file.
    is_external: bool,
    width: Side,
    height: Side,
    /// The parameters of a filter that stand for it.
    columns: Side,
    rows: Side,
    /// The last name, when it is that of one of these parameters, and the tokens after it.
    parameter: Option<(Parameter, usize)>,
    formats: Formats,
    kind: Kind,
}

/// What a stream is, by the names in its dictionary. Of several, the last of this list counts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[default]
    Other,
    Image,
    /// A form or a pattern.
    Content,
}

#[derive(Debug, Clone, Copy)]
enum Parameter {
    Columns,
    Rows,
}

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

    /// The larger one.
    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Elsewhere, _) | (_, Self::Elsewhere) => Self::Elsewhere,
            (Self::Known(side), Self::Known(other)) => Self::Known(*side.max(other)),
            (Self::Known(side), Self::Unknown) | (Self::Unknown, Self::Known(side)) => Self::Known(*side),
            (Self::Unknown, Self::Unknown) => Self::Unknown,
        }
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
        self.add_parameter(token);
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

    /// Adds a token that may be the size in the parameters of a filter, at any depth.
    fn add_parameter(&mut self, token: &Token<'a>) {
        let Self { columns, rows, .. } = self;
        if let Token::Name(name) = token {
            self.parameter = match Cow::as_ref(name) {
                b"Columns" => Some((Parameter::Columns, 0)),
                b"Rows" => Some((Parameter::Rows, 0)),
                _ => None,
            };
        } else if let Some((parameter, length)) = &mut self.parameter {
            let side = match parameter {
                Parameter::Columns => columns,
                Parameter::Rows => rows,
            };
            side.add(token, *length == 0);
            *length += 1;
        }
    }

    /// Adds a name, whether it is a key or a value, and at any depth.
    fn add_name(&mut self, name: &[u8]) {
        self.formats.add(name);
        match name {
            b"Image" => self.kind = self.kind.max(Kind::Image),
            b"Form" | b"PatternType" => self.kind = Kind::Content,
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
    pub(super) fn is_too_large(&self) -> bool {
        match (self.width.or(&self.columns), self.height.or(&self.rows)) {
            (Side::Known(width), Side::Known(height)) => is_area_too_large(width, height),
            (Side::Elsewhere, Side::Known(_) | Side::Elsewhere) | (Side::Known(_), Side::Elsewhere) => true,
            _ => false,
        }
    }

    pub(super) const fn formats(&self) -> Formats {
        self.formats
    }

    /// What the data of the stream may be besides objects. None when it is compressed in ways that are not read here.
    pub(super) fn data(&self, id: Option<ObjectId>, data: &[u8]) -> Option<StreamData> {
        if self.has_other_filters || self.flate_filters > 1 {
            return None;
        }
        let role = match self.kind {
            _ if !self.formats.is_empty() => Role::Image(self.formats),
            Kind::Image => Role::Pixels,
            Kind::Other | Kind::Content => Role::Content,
        };
        Some(StreamData {
            length: data.len(),
            id,
            is_compressed: self.flate_filters == 1,
            role,
        })
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
