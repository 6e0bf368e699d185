//! The tokens of a PDF (ISO 32000-2, 7.2 and 7.3).

use std::borrow::Cow;

/// A token. Comments are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, without its slash and with its characters decoded.
    Name(Cow<'a, [u8]>),
    Number(usize),
    /// A string in parentheses: what is between them, as it is written.
    Text(&'a [u8]),
    /// A string in hexadecimal digits: the digits.
    Digits(&'a [u8]),
    DictionaryStart,
    DictionaryEnd,
    ArrayStart,
    ArrayEnd,
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

    /// Takes a string in parentheses, which may contain others in pairs.
    fn take_string(&mut self) -> &'a [u8] {
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
        let (string, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.get(1..).unwrap_or_default();
        string.get(1..).unwrap_or_default()
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
                    self.skip(1);
                    let digits = self.take_until(|byte| byte == b'>');
                    self.skip(1);
                    Token::Digits(digits)
                }
                [b'(', ..] => Token::Text(self.take_string()),
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

/// Finds references to other objects: two numbers and an `R`.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The last two tokens, if they are numbers.
    numbers: [Option<usize>; 2],
}

impl References {
    /// Adds a token. The number of the object, when the token ends a reference.
    pub(super) fn add(&mut self, token: &Token<'_>) -> Option<u32> {
        let [number, generation] = self.numbers;
        let next = match token {
            Token::Number(number) => Some(*number),
            _ => None,
        };
        self.numbers = [generation, next];
        match token {
            Token::Word(b"R") => number.filter(|_| generation.is_some())?.try_into().ok(),
            _ => None,
        }
    }
}

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

/// The bytes of a string. None for another token.
pub(super) fn bytes_of(token: &Token<'_>) -> Option<Vec<u8>> {
    match token {
        Token::Digits(digits) => {
            let mut digits: Vec<u8> = digits.iter().copied().filter(u8::is_ascii_hexdigit).collect();
            if digits.len() % 2 == 1 {
                digits.push(b'0');
            }
            let pairs = digits.chunks_exact(2).filter_map(|pair| pair.first_chunk());
            Some(pairs.filter_map(|pair| hexadecimal(*pair)).collect())
        }
        Token::Text(text) => Some(unescaped(text)),
        _ => None,
    }
}

/// A string in which a backslash starts the code of a character, and each end of a line is one byte.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return bytes,
            [b'\\', b'\r', b'\n', rest @ ..] | [b'\\', b'\r' | b'\n', rest @ ..] => rest,
            [b'\\', b'0'..=b'7', ..] => {
                let digits = rest
                    .iter()
                    .skip(1)
                    .take(3)
                    .take_while(|digit| matches!(digit, b'0'..=b'7'));
                let code = digits.clone().fold(0, |code, digit| code << 3 | (digit - b'0'));
                bytes.push(code);
                rest.get(1 + digits.count()..).unwrap_or_default()
            }
            [b'\\', letter, rest @ ..] => {
                bytes.push(match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    other => *other,
                });
                rest
            }
            [b'\\'] => &[],
            [b'\r', b'\n', rest @ ..] | [b'\r', rest @ ..] => {
                bytes.push(b'\n');
                rest
            }
            [byte, rest @ ..] => {
                bytes.push(*byte);
                rest
            }
        };
    }
}

fn hexadecimal(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}
