fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::staff::get_payment_instructions::GetPaymentInstructions>()
}
