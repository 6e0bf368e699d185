//! `PUT /staff/payment-instructions`: sets how users pay, and tells all owners.

use api::{ApiError, ApiRequest, ApiResponse, ApiResult, Data, Endpoint, ErrorCode, StatusCode};
use app::{staff_view::owners, wired};
use auth::staff::StaffGate;
use domain::{PaymentInstructions, PaymentWay, StaffRole};
use mail::{MailTemplate, Mailer};
use platform::{clock, deadline};
use serde::Deserialize;
use store::{StoreError, audit::Action, payments::PaymentsTable};
use tracing::warn;

wired! {
    pub struct SetPaymentInstructions(wiring), warm_up(gate) {
        gate: StaffGate = wiring.staff_gate()?,
        payments: PaymentsTable = wiring.payments()?,
        mailer: Mailer = wiring.mailer()?,
    }
}

#[derive(Deserialize)]
struct Payload {
    /// Of the instructions as read.
    version: u32,
    ways: Vec<PaymentWay>,
}

impl Endpoint for SetPaymentInstructions {
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let member = self.gate.admit(request, &[StaffRole::Finance]).await?;
        // Whoever changes an account number gets the money.
        member.ensure_fresh()?;
        let Payload { version, ways } = request.json()?;
        let data = PaymentInstructions::next(version, ways, clock::now())
            .map_err(|_| ApiError::from(ErrorCode::PaymentInstructionsInvalid))?;
        let action = Action::PaymentInstructionsSet { version: data.version };
        let record = self.gate.audit.record_item(&member.record(None, action))?;
        let is_set = self.payments.set_instructions(&data, record).await?
            // The same ways are there when the response to an earlier attempt was lost, and perhaps the emails, too.
            || self.payments.instructions(data.version).await?.ways == data.ways;
        if !is_set {
            return Err(ErrorCode::Conflict.into());
        }
        if let Err(cause) = deadline::finish_before_response(Box::pin(self.tell_owners())).await {
            warn!(cause, "not all owners were told of new payment instructions");
        }
        ApiResponse::private(request, StatusCode::OK, Data { data })
    }
}

impl SetPaymentInstructions {
    async fn tell_owners(&self) -> Result<(), StoreError> {
        for owner in owners(&self.gate.users).await? {
            self.mailer
                .send(&owner, &MailTemplate::PaymentInstructionsChanged)
                .await;
        }
        Ok(())
    }
}
