fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::announce::Announce>()
}
