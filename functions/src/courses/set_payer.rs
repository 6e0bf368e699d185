//! `PUT /courses/{id}/place/payer`: says who pays for the user's place, if that is somebody else.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::{
    Wired, Wiring,
    payer::PayerPayload,
    places::{PlaceError, Places},
};
use auth::tokens::Tokens;
use platform::config::ConfigError;

use super::find_place;

pub struct SetPayer {
    tokens: Tokens,
    places: Places,
}

impl Wired for SetPayer {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            places: wiring.places()?,
        })
    }
}

impl Endpoint for SetPayer {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        let payer = request.json::<PayerPayload>()?.payer()?;
        let set = Box::pin(self.places.set_payer(place, payer.as_ref())).await;
        set.map_err(PlaceError::of_user)?;
        ApiResponse::message(request, Message::PayerSet)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.places.users.warm_up());
    }
}
