fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::video_get_upload::GetUpload>()
}
