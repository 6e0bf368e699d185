//! Rich Text Format, which Word saves under the extension of its own documents, too.

/// The first bytes of the format.
const SIGNATURE: &[u8] = b"{\\rtf";

pub(super) fn is_rtf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(SIGNATURE)
}
