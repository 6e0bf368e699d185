fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::operator::advance_places::AdvancePlaces>()
}
