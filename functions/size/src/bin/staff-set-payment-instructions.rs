fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::set_payment_instructions::SetPaymentInstructions>()
}
