//! `GET /staff/payment-instructions`: returns how users pay, in all languages.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::{Wired, Wiring};
use auth::staff::StaffGate;
use domain::StaffRole;
use platform::config::ConfigError;
use store::payments::PaymentsTable;

pub struct GetPaymentInstructions {
    gate: StaffGate,
    payments: PaymentsTable,
}

impl Wired for GetPaymentInstructions {
    fn wire(wiring: &Wiring) -> Result<Self, ConfigError> {
        Ok(Self {
            gate: wiring.staff_gate()?,
            payments: wiring.payments()?,
        })
    }
}

impl Endpoint for GetPaymentInstructions {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Finance]).await?;
        let data = self.payments.present_instructions().await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }

    async fn warm_up(&self) {
        self.gate.warm_up().await;
    }
}
