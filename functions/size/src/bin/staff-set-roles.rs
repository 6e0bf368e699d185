fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::set_roles::SetRoles>()
}
