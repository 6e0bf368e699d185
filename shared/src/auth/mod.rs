//! Who somebody is: passwords, tokens, proofs of a mailbox, where a request comes from, and how often one may try.

pub mod attempts;
pub mod origin;
pub mod passwords;
pub mod reset;
pub mod secrets;
pub mod session;
pub mod tokens;
pub mod verification;
