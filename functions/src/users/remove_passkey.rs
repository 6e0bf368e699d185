//! `DELETE /users/me/passkeys/{id}`: removes a passkey of the user.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Endpoint, ErrorCode, Message};
use app::wired;
use auth::{SignedIn, authenticate_session, tokens::Tokens};
use domain::PasskeyId;
use mail::{MailTemplate, Mailer};
use store::users::UsersTable;

wired! {
    pub struct RemovePasskey(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

impl Endpoint for RemovePasskey {
    /// Every user has a password, so no passkey is the last way to sign in. The passkey of another user gets the same error as one that
    /// does not exist. The sessions that the passkey began end, except that of the request. An email reports the removal to the user.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let SignedIn { user, session } = authenticate_session(&self.tokens, &self.users, request).await?;
        let id: Option<PasskeyId> = request.path_id("id");
        let id = id.filter(|id| user.passkeys.as_ref().is_some_and(|all| all.contains_key(id)));
        let id = id.ok_or_else(|| ApiError::not_found(ErrorCode::PasskeyNotFound))?;
        // Of several requests at once, only the one that removes it sends the email. Otherwise a user could cause any number of emails.
        if self.users.remove_passkey(&user, &id, session.as_ref()).await? {
            self.mailer.send(&user, &MailTemplate::PasskeyRemoved).await;
        }
        ApiResponse::message(request, Message::PasskeyRemoved)
    }
}
