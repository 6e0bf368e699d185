fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::decide_application::DecideApplication>()
}
