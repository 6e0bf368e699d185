//! What uploaded files contain: documents, photos and videos, which strangers send.

pub mod document;
pub mod photo;
pub mod video;
