mod delete;
mod document;
mod image;
mod video_cancel_upload;
pub(crate) mod video_finalize_upload;
mod video_get_upload;
mod video_start_upload;
mod video_upload_chunk;
