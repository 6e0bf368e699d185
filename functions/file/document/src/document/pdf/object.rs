//! An object of a PDF.

use super::{
    Findings,
    object_stream::{ObjectStream, StreamHeader},
    page_tree::Node,
    tokens::{Token, Tokens},
    value::refusal_of,
};
use crate::document::Refusal;

/// What matters of an object.
#[derive(Debug)]
pub(super) struct Object<'a> {
    /// Why a document with this object is refused.
    refusal: Option<Refusal>,
    /// Its number. None for the dictionary of a trailer.
    number: Option<u32>,
    /// What it says about the pages.
    node: Node,
    /// The bytes that were read.
    length: usize,
    /// The objects that it contains.
    members: Option<ObjectStream<'a>>,
}

impl<'a> Object<'a> {
    /// Reads the object at the start of these tokens: up to its end, and of a stream up to its data.
    pub(super) fn read(number: Option<u32>, mut tokens: Tokens<'a>) -> Self {
        let available = tokens.rest().len();
        let mut refusal = None;
        let mut node = Node::new();
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
            node.add(&token);
            header.add(&token, depth);
            previous = Some(token);
        }
        Self {
            refusal,
            number,
            node,
            length: available - tokens.rest().len(),
            members,
        }
    }

    /// Checks the object and those that it contains.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) fn check(self, findings: &mut Findings) -> Result<(), Refusal> {
        findings.spend(self.length)?;
        findings.pages.add(self.number, &self.node)?;
        let members = self.members.map_or(Ok(()), |members| members.check(findings));
        match self.refusal.into_iter().chain(members.err()).min() {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }
}

/// Whether a word ends an object. A damaged file may lack the end, and continue with the next object.
const fn is_end(word: &[u8]) -> bool {
    matches!(
        word,
        b"endobj" | b"endstream" | b"obj" | b"xref" | b"trailer" | b"startxref"
    )
}
