//! The entries of a dictionary and of those inside it.

use std::borrow::Cow;

use crate::document::pdf::tokens::{Token, Tokens};

/// The most entries. A dictionary of encryption has about 15.
const MAX_ENTRIES: usize = 100;

/// Each value by the keys that lead to it. Of a value of several tokens, the first one.
#[derive(Debug)]
pub(super) struct Entries<'a>(Vec<(Vec<Cow<'a, [u8]>>, Token<'a>)>);

impl<'a> Entries<'a> {
    /// Reads the dictionary at the start of these tokens. None when there is none, or too large a one.
    pub(super) fn read(tokens: Tokens<'a>) -> Option<Self> {
        let mut entries = Vec::new();
        // For each open dictionary, the key whose value is read.
        let mut keys: Vec<Option<Cow<'a, [u8]>>> = Vec::new();
        let mut arrays = 0_usize;
        for token in tokens {
            match token {
                Token::DictionaryStart => keys.push(None),
                Token::DictionaryEnd => {
                    keys.pop();
                    if keys.is_empty() {
                        return Some(Self(entries));
                    }
                    keys.last_mut()?.take();
                }
                Token::ArrayStart => arrays += 1,
                Token::ArrayEnd => {
                    arrays = arrays.checked_sub(1)?;
                    keys.last_mut()?.take();
                }
                _ if arrays > 0 => {}
                Token::Name(name) if keys.last()?.is_none() => *keys.last_mut()? = Some(name),
                value => {
                    if keys.last()?.is_some() {
                        entries.push((keys.iter().flatten().cloned().collect(), value));
                        keys.last_mut()?.take();
                    }
                }
            }
            if entries.len() > MAX_ENTRIES || keys.len() > MAX_ENTRIES {
                return None;
            }
        }
        None
    }

    /// The value with these keys. None when there is none, and when there are several, of which viewers choose different ones.
    pub(super) fn get(&self, path: &[&[u8]]) -> Option<&Token<'a>> {
        let is_there = |keys: &[Cow<'_, [u8]>]| keys.iter().map(|key| &**key).eq(path.iter().copied());
        let mut values = self.0.iter().filter(|(keys, _)| is_there(keys));
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Whether anything has these keys.
    pub(super) fn has(&self, path: &[&[u8]]) -> bool {
        self.0
            .iter()
            .any(|(keys, _)| keys.iter().map(|key| &**key).eq(path.iter().copied()))
    }
}
