fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::video_finalize_upload::FinalizeUpload>()
}
