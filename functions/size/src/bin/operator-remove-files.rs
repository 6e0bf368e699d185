fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::remove_files::RemoveFiles>()
}
