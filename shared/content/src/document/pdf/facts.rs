//! What matters of the value of an object (ISO 32000-2, 7.3).

use std::borrow::Cow;

use super::{
    Findings,
    actions::ActionReader,
    page_tree::Node,
    tokens::{Token, Tokens},
};
use crate::document::Refusal;

#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Why a document with this object is refused.
    refusal: Option<Refusal>,
    /// What it says about the pages.
    node: Node,
    actions: ActionReader,
    /// Whether the next token is the width that a filter of an image has, which can be in an object of its own.
    is_width_next: bool,
}

/// The most columns of an image in the format of a fax, and of a JPEG.
const MAX_COLUMNS: usize = 65_535;

impl Facts {
    pub(super) fn add(&mut self, token: &Token<'_>) {
        self.refuse(refusal_of(token));
        let is_too_wide = matches!(token, Token::Number(columns) if self.is_width_next && *columns > MAX_COLUMNS);
        self.refuse(is_too_wide.then_some(Refusal::TooComplex));
        self.is_width_next = matches!(token, Token::Name(name) if **name == *b"Columns");
        self.node.add(token);
        self.actions.add(token);
    }

    /// Of several reasons, the first of their list counts.
    pub(super) fn refuse(&mut self, refusal: Option<Refusal>) {
        self.refusal = self.refusal.into_iter().chain(refusal).min();
    }

    /// Adds the object to what is known of the file. `number` is None for one that nothing can refer to, such as a trailer.
    pub(super) fn check(&self, number: Option<u32>, findings: &mut Findings<'_>) -> Result<(), Refusal> {
        let known = findings.pages.add(number, &self.node);
        let acted = findings.actions.add(number, &self.actions);
        let reasons = [known.err(), acted.err(), self.refusal];
        reasons.into_iter().flatten().min().map_or(Ok(()), Err)
    }
}

/// Checks the value at the start of these tokens, which has no stream and no end mark.
pub(super) fn check(number: Option<u32>, mut tokens: Tokens<'_>, findings: &mut Findings<'_>) -> Result<(), Refusal> {
    let available = tokens.rest().len();
    let mut facts = Facts::default();
    for token in tokens.by_ref() {
        facts.add(&token);
        // The dictionary of a trailer cannot be here.
        if matches!(&token, Token::Name(name) if **name == *b"Encrypt") {
            facts.refuse(Some(Refusal::Protected));
        }
        if facts.node.is_complete() {
            break;
        }
    }
    findings.objects.spend(available - tokens.rest().len())?;
    facts.check(number, findings)
}

/// Why a document with this token is refused. Keys and values are not distinguished, because either can be in another object.
fn refusal_of(token: &Token<'_>) -> Option<Refusal> {
    let Token::Name(name) = token else { return None };
    match Cow::as_ref(name) {
        b"JavaScript" | b"JS" | b"Launch" | b"SubmitForm" | b"ImportData" | b"XFA" | b"OnInstantiate" => {
            Some(Refusal::Scripts)
        }
        b"EmbeddedFile" | b"EmbeddedFiles" | b"EF" | b"FileAttachment" | b"GoToE" | b"RichMedia" => {
            Some(Refusal::Attachments)
        }
        _ => None,
    }
}
