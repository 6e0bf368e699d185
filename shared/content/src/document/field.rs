//! Fields of Word documents: instructions whose results Word inserts (ECMA-376, 17.16).

/// The fields that load content from elsewhere or run a command. `IMPORT` and `INCLUDE` are the names that Word 2.0 used.
const EXTERNAL: [&str; 9] = [
    "DATABASE",
    "DDE",
    "DDEAUTO",
    "IMPORT",
    "INCLUDE",
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "LINK",
    "RD",
];

/// The most letters of such a name.
pub(super) const MAX_NAME: usize = "INCLUDEPICTURE".len();

/// Whether the field with this instruction loads content from elsewhere or runs a command. Hyperlinks do neither.
///
/// Its arguments do not matter: they may be the results of other fields.
pub(super) fn is_external(instruction: impl IntoIterator<Item = char>) -> bool {
    let name: String = instruction
        .into_iter()
        .skip_while(|character| is_before_name(*character))
        .take_while(char::is_ascii_alphabetic)
        .collect();
    EXTERNAL.iter().any(|external| name.eq_ignore_ascii_case(external))
}

/// Whether a character can precede the name in an instruction.
pub(super) fn is_before_name(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '"'
}
