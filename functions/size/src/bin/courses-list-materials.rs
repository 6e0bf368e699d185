fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::list_materials::ListMaterials>()
}
