//! The images inside content streams (ISO 32000-2, 8.9.7), which those of pages, forms, patterns and glyphs can have.

use super::{
    Findings,
    stream::StreamHeader,
    tokens::{Token, Tokens, is_end_of_word, is_space},
};
use crate::document::Refusal;

/// The word that starts an image.
const START: &[u8] = b"BI";

/// Checks the images in this content, and whether it continues one.
pub(super) fn check(content: &[u8], findings: &mut Findings<'_>) -> Result<(), Refusal> {
    let starts = content.windows(START.len()).enumerate();
    let starts = starts.filter(|(_, word)| *word == START).map(|(position, _)| position);
    let images = starts.filter_map(|position| {
        let (before, word) = content.split_at(position);
        let (_, after) = word.split_at(START.len());
        let is_word = |byte: Option<&u8>| byte.is_none_or(|byte| is_end_of_word(*byte));
        (is_word(before.last()) && is_word(after.first())).then_some(after)
    });
    for image in images {
        check_image(image, findings)?;
    }
    check_continuation(content, findings)
}

/// Refuses content that starts inside the entries of an image: viewers join the contents of a page, and no writer divides an image.
pub(super) fn check_continuation(content: &[u8], findings: &mut Findings<'_>) -> Result<(), Refusal> {
    let mut tokens = Tokens::of(content);
    let (mut has_entries, mut has_side) = (false, false);
    let is_inside = loop {
        match tokens.next() {
            Some(Token::Word(b"ID")) => break has_entries,
            None | Some(Token::Word(b"endstream")) => break has_side,
            Some(Token::Word(word)) if !is_value(word) => break false,
            Some(Token::Name(name)) => has_side |= matches!(&*name, b"W" | b"H" | b"Width" | b"Height"),
            Some(_) => {}
        }
        has_entries = true;
    };
    findings.content.spend(content.len() - tokens.rest().len())?;
    if is_inside {
        return Err(Refusal::TooComplex);
    }
    Ok(())
}

/// Checks the image whose entries are at the start of these bytes, if they are.
fn check_image(bytes: &[u8], findings: &mut Findings<'_>) -> Result<(), Refusal> {
    // Without this, each start would read a string that never ends.
    let first = bytes.iter().find(|byte| !is_space(**byte));
    if first.is_some_and(|byte| !matches!(byte, b'/' | b'%')) {
        return Ok(());
    }
    let mut tokens = Tokens::of(bytes);
    let mut header = StreamHeader::default();
    header.add(&Token::DictionaryStart, 1);
    let mut containers = 0_usize;
    let mut is_key_next = true;
    let is_image = loop {
        let Some(token) = tokens.next() else { break true };
        match &token {
            Token::Word(b"ID") if containers == 0 => break true,
            Token::Word(word) if !is_value(word) => break false,
            token if is_key_next && containers == 0 && !matches!(token, Token::Name(_)) => break false,
            Token::ArrayStart | Token::DictionaryStart => containers += 1,
            Token::ArrayEnd | Token::DictionaryEnd => containers = containers.saturating_sub(1),
            _ => {}
        }
        header.add(&token, 1 + containers);
        is_key_next = containers == 0 && !is_key_next;
    };
    findings.content.spend(bytes.len() - tokens.rest().len())?;
    let data = tokens.rest().get(1..).unwrap_or_default();
    if is_image && (header.is_too_large() || header.formats().is_too_large(data)) {
        return Err(Refusal::TooComplex);
    }
    Ok(())
}

/// Whether a word is a value: a number that is not natural, or one of three others.
fn is_value(word: &[u8]) -> bool {
    matches!(
        word,
        b"true" | b"false" | b"null" | [b'0'..=b'9' | b'+' | b'-' | b'.', ..]
    )
}
