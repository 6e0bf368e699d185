//! Encrypted PDFs that open without a password (ISO 32000-2, 7.6). Writers encrypt a file with an empty password to restrict printing or changes.
//!
//! Names and numbers are not encrypted, and no string matters. So only the streams that contain objects are decrypted.

use super::{
    ObjectId, objects,
    tokens::{Token, Tokens},
};
use crate::document::Refusal;

mod ciphers;
mod entries;
mod key;

use ciphers::Decrypted;
pub(super) use key::FileKey;

/// The most trailers with different values, and objects with the number of a dictionary. Each revision of a file repeats those of the first.
const MAX_CANDIDATES: usize = 8;

/// What the trailers of a file say about its encryption.
#[derive(Debug, Default)]
pub(super) struct Encryption<'a> {
    candidates: Vec<Candidate<'a>>,
    is_mentioned: bool,
    /// Whether a trailer leads to pages and names no encryption, or several.
    is_ambiguous: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate<'a> {
    dictionary: Place<'a>,
    /// The first part of the file's id.
    id: Option<Token<'a>>,
}

/// Where the dictionary of encryption is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    /// At the start of these bytes.
    Here(&'a [u8]),
    /// In the object with this number.
    Object(usize),
}

impl<'a> Encryption<'a> {
    pub(super) fn add(&mut self, trailer: Trailer<'a>) {
        self.is_mentioned |= trailer.is_encryption_mentioned;
        self.is_ambiguous |= trailer.is_ambiguous;
        let Some(dictionary) = trailer.dictionary else {
            self.is_ambiguous |= trailer.has_root;
            return;
        };
        let candidate = Candidate {
            dictionary,
            id: trailer.id,
        };
        if self.candidates.len() <= MAX_CANDIDATES && !self.candidates.contains(&candidate) {
            self.candidates.push(candidate);
        }
    }

    /// The key of the file, by the empty password. None for a file that is not encrypted.
    ///
    /// # Errors
    /// [`Refusal::Protected`] when the file has another password or another kind of encryption, and when viewers could find different keys.
    pub(super) fn open(&self, file: &'a [u8]) -> Result<Option<FileKey>, Refusal> {
        if !self.is_mentioned {
            return Ok(None);
        }
        if self.is_ambiguous {
            return Err(Refusal::Protected);
        }
        let mut keys = Vec::new();
        // The last trailer of a file that is made for fast viewing has no id.
        let has_other = |candidate: &Candidate<'_>| {
            let others = self.candidates.iter().filter(|other| other.id.is_some());
            candidate.id.is_none() && others.into_iter().any(|other| other.dictionary == candidate.dictionary)
        };
        for candidate in self.candidates.iter().filter(|candidate| !has_other(candidate)) {
            for dictionary in candidate.dictionary.all(file) {
                keys.push(key::of(dictionary, candidate.id.as_ref()).ok_or(Refusal::Protected)?);
                if keys.len() > MAX_CANDIDATES {
                    return Err(Refusal::Protected);
                }
            }
        }
        keys.dedup();
        match keys.pop() {
            Some(key) if keys.is_empty() => Ok(Some(key)),
            _ => Err(Refusal::Protected),
        }
    }
}

impl<'a> Place<'a> {
    /// The dictionaries: several when objects have the same number.
    fn all(self, file: &'a [u8]) -> impl Iterator<Item = Tokens<'a>> {
        let (here, number) = match self {
            Self::Here(bytes) => (Some(bytes), None),
            Self::Object(number) => (None, u32::try_from(number).ok()),
        };
        let objects = number.into_iter().flat_map(move |number| {
            let with_number = objects(file).filter(move |(id, _)| id.is_some_and(|id| id.number == number));
            with_number.map(|(_, object)| object)
        });
        here.into_iter().chain(objects).map(Tokens::of)
    }
}

/// What the outermost dictionary of an object says about encryption, if it is that of a trailer.
#[derive(Debug, Default)]
pub(super) struct Trailer<'a> {
    dictionary: Option<Place<'a>>,
    id: Option<Token<'a>>,
    has_root: bool,
    is_encryption_mentioned: bool,
    /// Whether it names several dictionaries.
    is_ambiguous: bool,
    depth: usize,
    key: Key,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Key {
    Encrypt,
    Id,
    #[default]
    Other,
}

impl<'a> Trailer<'a> {
    /// Adds a token of the object, which starts with these bytes.
    pub(super) fn add(&mut self, token: &Token<'a>, bytes: &'a [u8]) {
        match (self.key, token) {
            (_, Token::Name(name)) => {
                self.is_encryption_mentioned |= **name == *b"Encrypt";
                if self.depth == 1 {
                    self.has_root |= **name == *b"Root";
                    self.key = match &**name {
                        b"Encrypt" => Key::Encrypt,
                        b"ID" => Key::Id,
                        _ => Key::Other,
                    };
                }
            }
            (Key::Encrypt, Token::DictionaryStart) if self.depth == 1 => {
                self.set(Place::Here(bytes));
            }
            (Key::Encrypt, Token::Number(number)) => {
                self.set(Place::Object(*number));
            }
            (Key::Id, Token::Text(_) | Token::Digits(_)) => {
                self.id = Some(token.clone());
                self.key = Key::Other;
            }
            _ => {}
        }
        match token {
            Token::DictionaryStart | Token::ArrayStart => self.depth += 1,
            Token::DictionaryEnd | Token::ArrayEnd => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn set(&mut self, dictionary: Place<'a>) {
        self.is_ambiguous |= self.dictionary.replace(dictionary).is_some();
        self.key = Key::Other;
    }
}

/// The content of a stream, which starts with this data.
pub(super) fn reader<'a>(key: &FileKey, id: ObjectId, data: &'a [u8]) -> Decrypted<'a> {
    key.of_object(id).reader(data)
}
