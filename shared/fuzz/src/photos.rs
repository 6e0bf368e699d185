//! Photos.

use content::photo;

pub(crate) fn parse(bytes: &[u8]) {
    photo::reencode(bytes, photo::PAPER_SIDE).ok();
}
