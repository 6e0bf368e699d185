fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::set_closed_days::SetClosedDays>()
}
