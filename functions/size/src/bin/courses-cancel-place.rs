fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::cancel_place::CancelPlace>()
}
