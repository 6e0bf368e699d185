//! `POST /staff/session`: signs a staff member in with a passkey, for the pages of staff.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::wired;
use auth::{
    SignedIn, authenticate_session,
    staff::{StaffGate, admits, new_sign_in, sign_in_of},
};
use domain::StaffRole;
use passkeys::{Passkeys, SignInResponse};
use platform::clock;
use serde::{Deserialize, Serialize};
use store::{
    audit::{Action, AuditRecord},
    users::Staff,
};

wired! {
    pub struct SignIn(wiring), warm_up(gate, passkeys) {
        gate: StaffGate = wiring.staff_gate()?,
        passkeys: Passkeys = wiring.make()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    challenge: String,
    credential: SignInResponse,
    /// The first time with a passkey: the code of an owner.
    code: Option<String>,
}

#[derive(Serialize)]
struct SignedInStaff {
    roles: Vec<StaffRole>,
}

impl Endpoint for SignIn {
    /// A passkey is admitted by the code of an owner, or by a passkey that signed in before in this session. The sign-in belongs to the session of
    /// the access token, and ends with it.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let StaffGate { tokens, users, audit } = &self.gate;
        let SignedIn { user, session } = authenticate_session(tokens, users, request).await?;
        let read = user.staff.clone().ok_or(ErrorCode::Forbidden)?;
        let session = session.ok_or(ErrorCode::Unauthorized)?;
        let payload: Payload = request.json()?;
        let used = self
            .passkeys
            .finish_sign_in(request, &payload.challenge, &payload.credential, Some(&user));
        let used = used.await?;
        let mut staff = read.clone();
        if !read.passkeys.contains(&used.id) {
            match payload.code.as_deref().filter(|code| !code.trim().is_empty()) {
                Some(code) if read.code.as_ref().is_some_and(|stored| admits(stored, code)) => staff.code = None,
                Some(_) => return Err(ErrorCode::StaffCodeInvalid.into()),
                None if sign_in_of(request, &user, &session, &read).is_some() => {}
                None => return Err(ErrorCode::StaffCodeRequired.into()),
            }
            // Those that were removed since would stay for ever.
            let has = |id: &_| user.passkeys.as_ref().is_some_and(|all| all.contains_key(id));
            staff.passkeys.retain(has);
            staff.passkeys.push(used.id.clone());
        }
        let now = clock::seconds();
        let is_stored = users.use_passkey(&user.user_id, &used.id, used.read, &used.credential, now);
        if !is_stored.await? {
            return Err(ErrorCode::PasskeyExpired.into());
        }
        audit
            .put(&AuditRecord::of_staff(&user.user_id, None, Action::StaffSignIn))
            .await?;
        let (sign_in, cookie) = new_sign_in(used.id, &staff)?;
        if !users.sign_in_staff(&user, &session, &staff, &sign_in).await? {
            return Err(ErrorCode::PasskeyExpired.into());
        }
        let data = SignedInStaff {
            roles: roles_of(&staff),
        };
        Ok(ApiResponse::private(request, StatusCode::OK, Data { data })?.with_cookie(&cookie))
    }
}

fn roles_of(staff: &Staff) -> Vec<StaffRole> {
    staff.roles.iter().copied().collect()
}
