fn main() -> Result<(), api::RuntimeError> {
    functions::endpoint::<functions::users::list_courses::ListCourses>()
}
