//! Names of parts and targets of relationships.

use percent_encoding::percent_decode_str;

/// The most times that a name is decoded. Programs decode it once; what is encoded more often hides something.
const MAX_DECODINGS: usize = 4;

/// A name as programs compare it: decoded, in lower case, with slashes, and without the one before the first folder.
pub(super) fn normalized(name: &str) -> String {
    let name = decoded(name).replace('\\', "/").to_lowercase();
    name.trim_start_matches("./").trim_start_matches('/').to_owned()
}

/// A name in which no `%` and two hexadecimal digits stand for a byte.
pub(super) fn decoded(name: &str) -> String {
    let mut name = name.to_owned();
    for _ in 0..MAX_DECODINGS {
        let decoded = percent_decode_str(&name).decode_utf8_lossy().into_owned();
        if decoded == name {
            break;
        }
        name = decoded;
    }
    name
}
