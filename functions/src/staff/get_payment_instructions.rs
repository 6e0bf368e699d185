//! `GET /staff/payment-instructions`: returns how users pay, in all languages.

use api::{ApiRequest, ApiResponse, ApiResult, Data, Endpoint, StatusCode};
use app::wired;
use auth::staff::StaffGate;
use domain::StaffRole;
use store::payments::PaymentsTable;

wired! {
    pub struct GetPaymentInstructions(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        payments: PaymentsTable = wiring.payments()?,
    }
}

impl Endpoint for GetPaymentInstructions {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        self.gate.admit(request, &[StaffRole::Finance]).await?;
        let data = self.payments.present_instructions().await?;
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}
