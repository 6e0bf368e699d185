fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::get_run::GetRun>()
}
