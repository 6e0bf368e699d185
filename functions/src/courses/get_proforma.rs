//! `GET /courses/{id}/place/proforma`: returns what is still to pay for the user's place, as a document for who pays.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{
    Wired, Wiring,
    place_desk::day_at_seat,
    places::{PlaceError, Places},
};
use auth::tokens::Tokens;
use platform::{clock, config::ConfigError};

use super::find_place;

pub struct GetProforma {
    tokens: Tokens,
    places: Places,
}

impl Wired for GetProforma {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            tokens: wiring.tokens()?,
            places: wiring.places()?,
        })
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

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.places.users.warm_up());
    }
}
