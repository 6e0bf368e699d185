fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::file::delete::DeleteFile>()
}
