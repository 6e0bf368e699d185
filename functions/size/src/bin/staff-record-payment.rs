fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::record_payment::RecordPayment>()
}
