fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::video_cancel_upload::CancelUpload>()
}
