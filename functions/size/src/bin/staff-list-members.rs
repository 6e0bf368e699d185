fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::list_members::ListMembers>()
}
