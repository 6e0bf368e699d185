//! Fields of Word documents: instructions whose results Word inserts (ECMA-376, 17.16).

/// The fields that load content from elsewhere or run a command. `IMPORT` and `INCLUDE` are the names that Word 2.0 used.
const EXTERNAL: [&str; 8] = [
    "DATABASE",
    "DDE",
    "DDEAUTO",
    "IMPORT",
    "INCLUDE",
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "LINK",
];

/// Whether the field with this instruction loads content from elsewhere or runs a command. Hyperlinks do neither.
///
/// Its arguments do not matter: they may be the results of other fields.
pub(super) fn is_external(instruction: impl IntoIterator<Item = char>) -> bool {
    let is_before_name = |letter: &char| letter.is_whitespace() || letter.is_control() || *letter == '"';
    let name: String = instruction
        .into_iter()
        .skip_while(is_before_name)
        .take_while(char::is_ascii_alphabetic)
        .collect();
    EXTERNAL.iter().any(|external| name.eq_ignore_ascii_case(external))
}
