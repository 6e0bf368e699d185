//! `GET /courses/{id}/place/proforma`: returns what is still to pay for the user's place, as a document for who pays.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    place_desk::day_at_seat,
    places::{PlaceError, Places},
    wired,
};
use auth::tokens::Tokens;
use platform::clock;

use super::find_place;

wired! {
    pub struct GetProforma(wiring), warm_up(tokens, places.users) {
        tokens: Tokens = wiring.tokens()?,
        places: Places = wiring.make()?,
    }
}

impl Endpoint for GetProforma {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let place = find_place(&self.tokens, &self.places, request).await?;
        let issued_on = day_at_seat(clock::now());
        let issued_on = issued_on.map_err(|error| ApiError::caused_by(ErrorCode::InternalError, error))?;
        let proforma = Box::pin(self.places.proforma(place, issued_on)).await;
        let proforma = proforma.map_err(PlaceError::of_user)?;
        let data = proforma.ok_or_else(|| ApiError::not_found(ErrorCode::PlaceRequestNotFound))?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
