fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::request_place::RequestPlace>()
}
