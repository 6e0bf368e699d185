fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::video_start_upload::StartUpload>()
}
