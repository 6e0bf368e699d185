fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::courses::list::ListCourses>()
}
