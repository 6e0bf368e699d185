fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::shift_sessions::ShiftSessions>()
}
