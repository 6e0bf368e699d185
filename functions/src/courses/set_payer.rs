//! `PUT /courses/{id}/place/payer`: says who pays for the user's place, if that is somebody else.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Message};
use app::{
    payer::PayerPayload,
    places::{PlaceError, Places},
    wired,
};
use auth::tokens::Tokens;

use super::find_place;

wired! {
    pub struct SetPayer(wiring), warm_up(tokens, places.users) {
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
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
}
