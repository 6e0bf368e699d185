//! The language of a user's emails.

use api::{ApiRequest, ApiResult};
use domain::Language;
use store::users::{User, UsersTable};

/// Makes the language that the request names the language of the user's emails. Returns the language of the emails.
///
/// # Errors
/// When the users table cannot be written.
pub async fn set_named_language(users: &UsersTable, request: &ApiRequest, user: &User) -> ApiResult<Language> {
    match request.named_language().filter(|named| *named != user.language) {
        Some(language) => {
            users.set_language(&user.user_id, language).await?;
            Ok(language)
        }
        None => Ok(user.language),
    }
}
