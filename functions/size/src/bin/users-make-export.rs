fn main() -> Result<(), api::RuntimeError> {
    functions::job::<functions::users::make_export::MakeExport>()
}
