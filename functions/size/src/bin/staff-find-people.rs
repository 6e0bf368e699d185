fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::find_people::FindPeople>()
}
