//! The tokens of a PDF (ISO 32000-2, 7.2 and 7.3).

use std::borrow::Cow;

/// A token. Strings and comments have no content here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, without its slash and with its characters decoded.
    Name(Cow<'a, [u8]>),
    /// A natural number.
    Number(usize),
    /// A string.
    String,
    /// `<<`
    DictionaryStart,
    /// `>>`
    DictionaryEnd,
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// Any other word.
    Word(&'a [u8]),
}

/// The tokens in some bytes. Any bytes have tokens: what is malformed is skipped.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) const fn of(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The bytes after the last token.
    pub(super) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    /// Takes the bytes up to the first one that `is_end`.
    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().position(|byte| is_end(*byte));
        let (taken, rest) = self.rest.split_at(length.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// Skips a string in parentheses, which may contain others in pairs.
    fn skip_string(&mut self) {
        let mut depth = 0_usize;
        let mut is_escaped = false;
        let end = self.rest.iter().position(|byte| {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        self.skip(end.map_or(usize::MAX, |end| end + 1));
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.take_until(|byte| !is_space(byte));
            let token = match *self.rest {
                [] => return None,
                [b'%', ..] => {
                    self.take_until(|byte| matches!(byte, b'\r' | b'\n'));
                    continue;
                }
                [b'<', b'<', ..] => {
                    self.skip(2);
                    Token::DictionaryStart
                }
                [b'>', b'>', ..] => {
                    self.skip(2);
                    Token::DictionaryEnd
                }
                [b'<', ..] => {
                    self.take_until(|byte| byte == b'>');
                    self.skip(1);
                    Token::String
                }
                [b'(', ..] => {
                    self.skip_string();
                    Token::String
                }
                [b'[', ..] => {
                    self.skip(1);
                    Token::ArrayStart
                }
                [b']', ..] => {
                    self.skip(1);
                    Token::ArrayEnd
                }
                [b'/', ..] => {
                    self.skip(1);
                    Token::Name(decoded(self.take_until(is_end_of_word)))
                }
                [byte, ..] if is_end_of_word(byte) => {
                    self.skip(1);
                    continue;
                }
                _ => {
                    let word = self.take_until(is_end_of_word);
                    let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
                    number.map_or(Token::Word(word), Token::Number)
                }
            };
            return Some(token);
        }
    }
}

/// Whether a byte is white space.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Whether a byte ends a word: white space or a delimiter.
pub(super) const fn is_end_of_word(byte: u8) -> bool {
    is_space(byte)
        || matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
        )
}

/// A name in which `#` and two hexadecimal digits stand for a character.
fn decoded(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return Cow::Borrowed(name);
    }
    let mut decoded = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, after @ ..] = rest {
        let code = (*first == b'#').then(|| after.first_chunk::<2>()).flatten();
        if let Some(code) = code.copied().and_then(hexadecimal) {
            decoded.push(code);
            rest = after.get(2..).unwrap_or_default();
        } else {
            decoded.push(*first);
            rest = after;
        }
    }
    Cow::Owned(decoded)
}

fn hexadecimal(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}
