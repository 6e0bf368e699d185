//! `GET /users/me/sessions`: lists where the user is signed in.

use std::cmp::Reverse;

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::{authenticate_session, tokens::Tokens};
use domain::SessionId;
use jiff::Timestamp;
use platform::clock::{self, TimeError};
use serde::Serialize;
use store::users::{Session, UsersTable};

wired! {
    pub struct ListSessions(wiring), warm_up(tokens, users) {
        tokens: Tokens = wiring.tokens()?,
        users: UsersTable = wiring.users()?,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionView<'a> {
    #[serde(rename = "_id")]
    id: &'a SessionId,
    browser: Option<&'a str>,
    system: Option<&'a str>,
    place: Option<PlaceView<'a>>,
    created_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    is_current: bool,
    /// When the user last signed in as staff in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff_since: Option<Timestamp>,
}

#[derive(Serialize)]
struct PlaceView<'a> {
    country: &'a str,
    city: Option<&'a str>,
}

impl Endpoint for ListSessions {
    /// The current session is the first. The others follow by their last use.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let signed_in = authenticate_session(&self.tokens, &self.users, request).await?;
        let is_current = |id: &SessionId| signed_in.session.as_ref() == Some(id);
        let mut sessions: Vec<_> = signed_in.user.live_sessions(clock::seconds()).collect();
        sessions.sort_by_key(|(id, session)| (Reverse(is_current(id)), Reverse(session.last_seen_at), id.as_str()));
        let views = sessions.iter().map(|(id, session)| view(id, session, is_current(id)));
        let data = views.collect::<Result<Vec<_>, _>>()?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

fn view<'a>(id: &'a SessionId, session: &'a Session, is_current: bool) -> Result<SessionView<'a>, TimeError> {
    let country = session.country.as_deref();
    Ok(SessionView {
        id,
        browser: session.browser.as_deref(),
        system: session.system.as_deref(),
        place: country.map(|country| PlaceView {
            country,
            city: session.city.as_deref(),
        }),
        created_at: clock::timestamp(session.created_at)?,
        last_seen_at: clock::timestamp(session.last_seen_at)?,
        expires_at: clock::timestamp(session.expires_at)?,
        is_current,
        staff_since: session
            .staff
            .as_ref()
            .map(|sign_in| clock::timestamp(sign_in.at))
            .transpose()?,
    })
}
