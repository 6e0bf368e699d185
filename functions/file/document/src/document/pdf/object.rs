//! An object of a PDF.

use std::borrow::Cow;

use super::{
    Budget,
    object_stream::{ObjectStream, StreamHeader},
    tokens::{Token, Tokens},
};
use crate::document::Refusal;

/// What matters of an object.
#[derive(Debug)]
pub(super) struct Object<'a> {
    /// Why a document with this object is refused.
    refusal: Option<Refusal>,
    /// The bytes that were read.
    length: usize,
    /// The objects that it contains.
    members: Option<ObjectStream<'a>>,
}

impl<'a> Object<'a> {
    /// Reads the object at the start of these tokens: up to its end, and of a stream up to its data.
    pub(super) fn read(mut tokens: Tokens<'a>) -> Self {
        let available = tokens.rest().len();
        let mut refusal = None;
        let mut header = StreamHeader::default();
        let mut depth = 0_usize;
        let mut members = None;
        let mut previous = None;
        while let Some(token) = tokens.next() {
            match &token {
                Token::DictionaryStart => depth += 1,
                Token::DictionaryEnd => depth = depth.saturating_sub(1),
                Token::Word(b"stream") if depth == 0 && previous == Some(Token::DictionaryEnd) => {
                    refusal = refusal.into_iter().chain(header.refusal()).min();
                    members = header.object_stream(tokens.rest());
                    break;
                }
                Token::Word(word) if depth == 0 && is_end(word) => break,
                _ => {}
            }
            refusal = refusal.into_iter().chain(refusal_of(&token)).min();
            header.add(&token, depth);
            previous = Some(token);
        }
        Self {
            refusal,
            length: available - tokens.rest().len(),
            members,
        }
    }

    /// Checks the object and those that it contains.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) fn check(self, budget: &mut Budget) -> Result<(), Refusal> {
        budget.spend(self.length)?;
        let members = self.members.map_or(Ok(()), |members| members.check(budget));
        match self.refusal.into_iter().chain(members.err()).min() {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }
}

/// Checks the value at the start of these tokens, which has no stream and no end mark.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check_value(mut tokens: Tokens<'_>, budget: &mut Budget) -> Result<(), Refusal> {
    let available = tokens.rest().len();
    let mut refusal = None;
    let mut depth = 0_usize;
    for token in tokens.by_ref() {
        match token {
            Token::DictionaryStart | Token::ArrayStart => depth += 1,
            Token::DictionaryEnd | Token::ArrayEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
        refusal = refusal.into_iter().chain(refusal_of(&token)).min();
        if depth == 0 {
            break;
        }
    }
    budget.spend(available - tokens.rest().len())?;
    refusal.map_or(Ok(()), Err)
}

/// Whether a word ends an object. A damaged file may lack the end, and continue with the next object.
const fn is_end(word: &[u8]) -> bool {
    matches!(
        word,
        b"endobj" | b"endstream" | b"obj" | b"xref" | b"trailer" | b"startxref"
    )
}

/// Why a document with this token is refused. Keys and values are not distinguished, because either can be in another object.
fn refusal_of(token: &Token<'_>) -> Option<Refusal> {
    let Token::Name(name) = token else { return None };
    match Cow::as_ref(name) {
        b"Encrypt" => Some(Refusal::Protected),
        b"JavaScript" | b"JS" | b"Launch" | b"SubmitForm" | b"ImportData" | b"XFA" => Some(Refusal::Scripts),
        b"EmbeddedFile" | b"EmbeddedFiles" | b"EF" | b"FileAttachment" | b"GoToE" | b"RichMedia" => {
            Some(Refusal::Attachments)
        }
        b"GoToR" => Some(Refusal::ExternalContent),
        _ => None,
    }
}
