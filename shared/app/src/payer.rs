//! Who pays for a place, as users and staff enter it.

use api::{ApiResult, Form};
use domain::Payer;
use serde::Deserialize;

const NAME_MAX: usize = 100;
const TAX_NUMBER_MAX: usize = 50;

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PayerPayload {
    name: Option<String>,
    address: Option<String>,
    tax_number: Option<String>,
}

impl PayerPayload {
    /// None without a name: the user pays.
    pub fn payer(self) -> ApiResult<Option<Payer>> {
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
