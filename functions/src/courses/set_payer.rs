//! `PUT /courses/{id}/place/payer`: says who pays for the user's place, if that is somebody else.

use api::{ApiRequest, ApiResponse, ApiResult, Endpoint, Form, Message};
use app::{
    Wired, Wiring,
    places::{PlaceError, Places},
};
use auth::tokens::Tokens;
use domain::Payer;
use platform::config::ConfigError;
use serde::Deserialize;

use super::find_place;

const NAME_MAX: usize = 100;
const TAX_NUMBER_MAX: usize = 50;

pub struct SetPayer {
    tokens: Tokens,
    places: Places,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    name: Option<String>,
    address: Option<String>,
    tax_number: Option<String>,
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
        let payer = request.json::<Payload>()?.payer()?;
        let set = Box::pin(self.places.set_payer(place, payer.as_ref())).await;
        set.map_err(PlaceError::of_user)?;
        ApiResponse::message(request, Message::PayerSet)
    }

    async fn warm_up(&self) {
        tokio::join!(self.tokens.warm_up(), self.places.users.warm_up());
    }
}

impl Payload {
    /// None without a name: the user pays.
    fn payer(self) -> ApiResult<Option<Payer>> {
        let mut form = Form::default();
        let Some(name) = form.optional_text("name", self.name, NAME_MAX) else {
            return form.finish(Some(None));
        };
        let address = form.address(self.address);
        let tax_number = form.optional_text("taxNumber", self.tax_number, TAX_NUMBER_MAX);
        let payer = address.map(|address| Payer {
            name,
            address,
            tax_number,
        });
        form.finish(payer.map(Some))
    }
}
