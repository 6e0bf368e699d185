fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::change_person::ChangePerson>()
}
