fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::get_closed_days::GetClosedDays>()
}
