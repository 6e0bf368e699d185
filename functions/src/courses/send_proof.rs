//! `POST /courses/{id}/place/proof`: claims a file as the proof that the user's reserved place is paid.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::{
    places::{PlaceError, Places},
    wired,
};
use auth::{idempotency::Idempotency, tokens::Tokens};
use serde::Deserialize;

use super::find_place;

wired! {
    pub struct SendProof(wiring), warm_up(tokens, places.users) {
        idempotency: Idempotency = wiring.idempotency()?,
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    #[serde(default)]
    file: String,
}

impl Endpoint for SendProof {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }
}

impl SendProof {
    /// The response to a request that is not repeated.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        let payload: Payload = request.json()?;
        let file = Form::one(|form| form.file("file", Some(payload.file)))?;
        let sent = Box::pin(self.places.send_proof(place, &file)).await;
        sent.map_err(PlaceError::of_user)?;
        ApiResponse::message(request, Message::ProofSent)
    }
}
