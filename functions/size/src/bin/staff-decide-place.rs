fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::decide_place::DecidePlace>()
}
