//! `POST /courses/{id}/place/proof`: claims a file as the proof that the user's reserved place is paid.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::{
    Wired, Wiring,
    places::{PlaceError, Places},
};
use auth::{idempotency::Idempotency, tokens::Tokens};
use platform::config::ConfigError;
use serde::Deserialize;

use super::find_place;

pub struct SendProof {
    idempotency: Idempotency,
    tokens: Tokens,
    places: Places,
}

#[derive(Deserialize)]
struct Payload {
    #[serde(default)]
    file: String,
}

impl Wired for SendProof {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            idempotency: wiring.idempotency()?,
            tokens: wiring.tokens()?,
            places: wiring.places()?,
        })
    }
}

impl Endpoint for SendProof {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.idempotency.answer(request, Box::pin(self.respond(request))).await
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.places.users.warm_up());
    }
}

impl SendProof {
    /// The response to a request that is not repeated.
    async fn respond(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        let payload: Payload = request.json()?;
        let mut form = Form::default();
        let file = form.file("file", Some(payload.file));
        let file = form.finish(file)?;
        let sent = Box::pin(self.places.send_proof(place, &file)).await;
        sent.map_err(PlaceError::of_user)?;
        ApiResponse::message(request, Message::ProofSent)
    }
}
