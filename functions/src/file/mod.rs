//! Uploaded files.

pub mod delete;
pub mod document;
pub mod image;
pub mod video_cancel_upload;
pub mod video_finalize_upload;
pub mod video_get_upload;
pub mod video_start_upload;
pub mod video_upload_chunk;
