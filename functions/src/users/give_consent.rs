//! `PUT /users/me/consent`: the signed-in user agrees to the current terms.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{consent_view::ConsentView, wired};
use auth::{authenticate, tokens::Tokens};
use domain::LegalVersions;
use store::users::{Consent, UsersTable};

wired! {
    pub struct GiveConsent(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

impl Endpoint for GiveConsent {
    /// Idempotent: the first agreement to a version keeps its time. The versions in the request are those that the page showed, so an
    /// open page from before a change cannot agree to texts that the user has not seen.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        let versions: LegalVersions = request.json()?;
        if versions != LegalVersions::current() {
            return Err(ErrorCode::ConsentOutdated.into());
        }
        let consent = Consent::now(versions, request.language());
        let given = self.users.give_consent(&user, consent).await?;
        // The user was deleted meanwhile.
        let given = given.ok_or(ErrorCode::Unauthorized)?;
        let data = ConsentView::new(Some(&given));
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
