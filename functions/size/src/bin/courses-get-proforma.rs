fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::get_proforma::GetProforma>()
}
