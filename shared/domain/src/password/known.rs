//! Passwords that attackers try first: those of `shared/data/known-passwords.txt`, and their usual variations.
//!
//! The filter has no false negatives. Its rate of false positives is 1 in 65,536.

use xorf::{BinaryFuse16Ref, Filter, FilterRef};

use super::filter_key::{filter_key, normalize, with_letters};

/// The minimum length of an entry, in characters. A password whose stem is shorter is refused.
const SHORTEST: usize = 4;
/// The maximum number of symbols that count as a usual addition to a word.
const MAX_SYMBOLS: usize = 2;

/// Gives the fingerprints the alignment that the filter requires.
#[repr(align(2))]
struct Aligned<T: ?Sized>(T);

/// Written by `build.rs`. The operating system loads only the pages that a check reads: two or three, of 4 kB.
static FINGERPRINTS: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(
    env!("OUT_DIR"),
    "/known-passwords.fingerprints"
)));
static DESCRIPTOR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/known-passwords.descriptor"));

/// Whether a password is in the list, or is a usual variation of an entry: other case, letters replaced by similar digits and
/// symbols, a year, a few digits or symbols before or after it. The same holds for repetitions and runs of characters.
pub(super) fn is_known(password: &str) -> bool {
    let whole = normalize(password);
    let mut texts: Vec<&str> = stems(&whole)
        .into_iter()
        .flat_map(|stem| [stem, repeated_unit(stem)])
        .collect();
    texts.dedup();
    texts.into_iter().any(|text| {
        let variations = [text.to_owned(), with_letters(text, 'i'), with_letters(text, 'l')];
        count(text) < SHORTEST || is_run(text) || variations.iter().any(|text| is_listed(text))
    })
}

fn is_listed(normalized: &str) -> bool {
    let filter = BinaryFuse16Ref::from_dma(DESCRIPTOR, &FINGERPRINTS.0);
    filter.contains(&filter_key(normalized))
}

/// A normalized password and its stems: the usual additions to a word are removed step by step, first symbols, a number and symbols at
/// the end, then the same at the start.
fn stems(whole: &str) -> Vec<&str> {
    let removals = [
        without_symbols_after,
        without_number_after,
        without_symbols_after,
        without_symbols_before,
        without_number_before,
        without_symbols_before,
    ];
    let mut stems = vec![whole];
    stems.extend(removals.iter().scan(whole, |text, remove| {
        *text = remove(text);
        Some(*text)
    }));
    stems
}

fn without_symbols_after(text: &str) -> &str {
    few_symbols_less(text, text.trim_end_matches(is_symbol))
}

fn without_symbols_before(text: &str) -> &str {
    few_symbols_less(text, text.trim_start_matches(is_symbol))
}

/// `rest`, if `text` has at most [`MAX_SYMBOLS`] more symbols. More symbols make a password hard to guess, so they are kept.
fn few_symbols_less<'a>(text: &'a str, rest: &'a str) -> &'a str {
    if count(text) - count(rest) <= MAX_SYMBOLS {
        rest
    } else {
        text
    }
}

fn without_number_after(text: &str) -> &str {
    let rest = text.trim_end_matches(is_digit);
    if text.strip_prefix(rest).is_some_and(is_usual_number) {
        rest
    } else {
        text
    }
}

fn without_number_before(text: &str) -> &str {
    let rest = text.trim_start_matches(is_digit);
    if text.strip_suffix(rest).is_some_and(is_usual_number) {
        rest
    } else {
        text
    }
}

/// One or two digits, a year, or a run: `111`, `1234`, `987`.
fn is_usual_number(digits: &str) -> bool {
    let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    digits.len() <= 2 || is_year || is_run(digits)
}

/// Whether each character is the same step after the one before it: `aaaa`, `abcd`, `4321`.
fn is_run(text: &str) -> bool {
    let run = |step: i64| {
        let pairs = text.chars().zip(text.chars().skip(1));
        pairs
            .map(|(one, next)| i64::from(u32::from(next)) - i64::from(u32::from(one)))
            .all(|found| found == step)
    };
    [0, 1, -1].into_iter().any(run)
}

/// The shortest unit that gives the text when it is repeated, or the whole text.
fn repeated_unit(text: &str) -> &str {
    let starts = text.char_indices().skip(1).filter_map(|(end, _)| text.get(..end));
    starts
        .filter(|unit| text.len().is_multiple_of(unit.len()))
        .find(|unit| unit.repeat(text.len() / unit.len()) == text)
        .unwrap_or(text)
}

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn is_symbol(character: char) -> bool {
    !character.is_alphanumeric()
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::super::cases::cases;
    use super::*;

    const LIST: &str = include_str!("../../../data/known-passwords.txt");

    /// Random texts: 12 letters and digits of a multiplicative congruential generator.
    fn random_texts() -> impl Iterator<Item = String> {
        let alphabet: Vec<char> = ('a'..='z').chain('0'..='9').collect();
        let mut state = 42_u64;
        std::iter::repeat_with(move || {
            let mut next = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                alphabet[usize::try_from(state >> 33).unwrap() % alphabet.len()]
            };
            (0..12).map(|_| next()).collect()
        })
    }

    #[test]
    fn every_entry_of_the_list_is_known_in_every_usual_variation() {
        let entries: Vec<&str> = LIST.lines().collect();
        assert!(entries.len() >= 100_000, "{}", entries.len());
        let capitalized = |entry: &str| {
            let mut rest = entry.chars();
            rest.next().unwrap().to_uppercase().chain(rest).collect::<String>()
        };
        let additions = [
            "", "1", "42", "123", "2024", "1990!", "!", "!!", "_1", "@2026", "000", "54321",
        ];
        for (index, entry) in entries.iter().enumerate() {
            let addition = additions[index % additions.len()];
            // A number after a number is another number, and many symbols are not usual.
            let takes_addition = entry.ends_with(char::is_alphabetic);
            let addition = if takes_addition { addition } else { "" };
            for password in [
                (*entry).to_owned(),
                entry.to_ascii_uppercase(),
                format!("{}{addition}", capitalized(entry)),
            ] {
                assert!(is_known(&password), "{password}");
            }
        }
    }

    #[test]
    fn knows_what_many_make_of_a_word() {
        for password in cases().known {
            assert!(is_known(&password), "{password}");
        }
    }

    #[test]
    fn does_not_refuse_what_is_hard_to_guess() {
        for password in cases().unknown {
            assert!(!is_known(&password), "{password}");
        }
    }

    #[test]
    fn takes_few_random_texts_for_known_ones() {
        let count = 50_000;
        let wrong = random_texts().take(count).filter(|text| is_known(text)).count();
        // Up to six look-ups, each wrong once in 65,536.
        assert!(wrong <= 6 * count / 65_536 * 2, "{wrong} of {count}");
    }
}
