//! `PUT /users/{id}`: replaces the profile of the signed-in user (contract, call 4).

mod payload;
mod profile_write;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    profile_view::{ProfileViews, etag},
    wired,
};
use auth::{authenticate, tokens::Tokens};
use store::{files::FilesTable, users::UsersTable};

use payload::Payload;

wired! {
    /// The endpoint, with the clients and services that it uses.
    pub struct Update(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
        files: FilesTable = wiring.files_table()?,
        profiles: ProfileViews = wiring.profiles()?,
    }
}

impl Endpoint for Update {
    /// With `If-Match`, the profile must be the version that the client edited, so that a client does not overwrite changes that it has
    /// not seen.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let user = authenticate(&self.tokens, &self.users, request).await?;
        if request.path_parameter("id") != Some(user.user_id.as_str()) {
            return Err(ErrorCode::Forbidden.into());
        }
        let payload: Payload = request.json()?;
        if payload.has_id_of_another_user(&user) {
            return Err(ErrorCode::Forbidden.into());
        }
        // A teacher whose courses are all withdrawn sees none, and keeps them.
        let catalogue = &self.profiles.catalogue;
        let keeps_withdrawn = payload.has_no_course() && catalogue.are_withdrawn(&user.profile.courses).await?;
        let update = payload.parse(&user, keeps_withdrawn)?;
        catalogue.require_listed(&update.profile.courses).await?;

        let user = match request.if_match(&etag(&user)) {
            Some(false) => return Err(ErrorCode::Conflict.into()),
            Some(true) => self.save(&user, &update).await?,
            None => self.replace(&user, &update, request).await?,
        };
        let data = self.profiles.view(&user, request.language()).await?;
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_etag(&etag(&user)))
    }
}
