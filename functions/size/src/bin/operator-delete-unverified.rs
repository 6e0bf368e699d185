fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::delete_unverified::DeleteUnverified>()
}
