//! Values of a PDF (ISO 32000-2, 7.3), and the names that only harmful ones contain.

use std::borrow::Cow;

use super::{
    Findings,
    page_tree::Node,
    tokens::{Token, Tokens},
};
use crate::document::Refusal;

/// Checks the value at the start of these tokens, which has no stream and no end mark.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check(number: Option<u32>, mut tokens: Tokens<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let available = tokens.rest().len();
    let mut refusal = None;
    let mut node = Node::new();
    for token in tokens.by_ref() {
        node.add(&token);
        refusal = refusal.into_iter().chain(refusal_of(&token)).min();
        if node.is_complete() {
            break;
        }
    }
    findings.spend(available - tokens.rest().len())?;
    findings.pages.add(number, &node)?;
    refusal.map_or(Ok(()), Err)
}

/// Why a document with this token is refused. Keys and values are not distinguished, because either can be in another object.
pub(super) fn refusal_of(token: &Token<'_>) -> Option<Refusal> {
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
