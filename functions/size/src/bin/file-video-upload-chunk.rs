fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::video_upload_chunk::UploadChunk>()
}
