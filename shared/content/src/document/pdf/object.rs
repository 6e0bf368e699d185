//! An object of a PDF.

use super::{
    Findings, ObjectId,
    encryption::Trailer,
    facts::Facts,
    object_stream::ObjectStream,
    stream::StreamHeader,
    stream_data::StreamData,
    tokens::{Token, Tokens},
};
use crate::document::Refusal;

#[derive(Debug)]
pub(super) struct Object<'a> {
    facts: Facts,
    trailer: Trailer<'a>,
    /// The bytes that were read.
    length: usize,
    /// The objects that it contains.
    members: Option<ObjectStream<'a>>,
    /// The data of another stream.
    data: Option<StreamData>,
}

impl<'a> Object<'a> {
    /// Reads the object at the start of these tokens: up to its end, and of a stream up to its data.
    pub(super) fn read(id: Option<ObjectId>, mut tokens: Tokens<'a>) -> Self {
        let available = tokens.rest().len();
        let mut facts = Facts::default();
        let mut trailer = Trailer::default();
        let mut header = StreamHeader::default();
        let mut depth = 0_usize;
        let (mut members, mut data) = (None, None);
        let mut previous = None;
        while let Some(token) = tokens.next() {
            match &token {
                Token::DictionaryStart => depth += 1,
                Token::DictionaryEnd => depth = depth.saturating_sub(1),
                Token::Word(b"stream") if depth == 0 && previous == Some(Token::DictionaryEnd) => {
                    facts.refuse(header.refusal());
                    members = header.object_stream(id, tokens.rest());
                    if members.is_none() {
                        data = header.data(id, tokens.rest());
                    }
                    break;
                }
                Token::Word(word) if depth == 0 && is_end(word) => break,
                _ => {}
            }
            facts.add(&token);
            trailer.add(&token, tokens.rest());
            header.add(&token, depth);
            previous = Some(token);
        }
        Self {
            facts,
            trailer,
            length: available - tokens.rest().len(),
            members,
            data,
        }
    }

    /// Checks the object, and keeps those that it contains for later.
    pub(super) fn check(self, id: Option<ObjectId>, findings: &mut Findings<'a>) -> Result<(), Refusal> {
        findings.objects.spend(self.length)?;
        findings.encryption.add(self.trailer);
        findings.streams.extend(self.members);
        findings.data.extend(self.data);
        self.facts.check(id.map(|id| id.number), findings)
    }
}

/// Whether a word ends an object. A damaged file may lack the end, and continue with the next object.
const fn is_end(word: &[u8]) -> bool {
    matches!(
        word,
        b"endobj" | b"endstream" | b"obj" | b"xref" | b"trailer" | b"startxref"
    )
}
