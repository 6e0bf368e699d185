fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::request_reset::RequestReset>()
}
