//! What the filter of known passwords contains for a password. The build script and the crate share this file.

use crate::accents::without_accent;

/// The characters that many write instead of letters. `1` may be either of two.
const SUBSTITUTES: [(char, char); 11] = [
    ('0', 'o'),
    ('3', 'e'),
    ('4', 'a'),
    ('5', 's'),
    ('7', 't'),
    ('8', 'b'),
    ('9', 'g'),
    ('@', 'a'),
    ('$', 's'),
    ('!', 'i'),
    ('€', 'e'),
];

/// A password as the filter has it: in lower case, without accents, with the digits of Arabic as ASCII digits.
pub(crate) fn normalize(password: &str) -> String {
    password
        .chars()
        .flat_map(char::to_lowercase)
        .map(without_accent)
        .collect()
}

/// The normalized password with letters instead of digits and symbols: `p@ssw0rd` is `password`.
pub(crate) fn with_letters(normalized: &str, one: char) -> String {
    let letter = |character| match SUBSTITUTES.iter().find(|(from, _)| *from == character) {
        Some((_, letter)) => *letter,
        None if character == '1' => one,
        None => character,
    };
    normalized.chars().map(letter).collect()
}

/// The key of a normalized password in the filter: 64-bit FNV-1a. It must be the same in every build; it need not resist attacks,
/// since the list is public.
pub(crate) fn filter_key(normalized: &str) -> u64 {
    normalized.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
