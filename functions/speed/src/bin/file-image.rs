fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::image::UploadImage>()
}
