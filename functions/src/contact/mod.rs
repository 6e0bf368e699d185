//! Messages to the operator.

pub mod send_message;
