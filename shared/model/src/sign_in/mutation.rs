//! Faults that tests put into the model, to see that the checker finds them.

/// A fault of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A sign-in adds its session whatever the token version.
    SessionWithoutVersion,
    /// A change of the password does not require that the password is the one that was read.
    ChangeWithoutHash,
    /// A change of the password keeps the other sessions.
    ChangeKeepsSessions,
    /// Ending the other sessions does not require that the own session is still there.
    EndOthersWithoutSession,
    /// A code may be exchanged again.
    CodeStays,
    /// A mailbox has one code for all requesters.
    OneCodeForAll,
    /// A reset does not require the token version that it read. So it was before its transaction had that condition.
    ResetWithoutVersion,
    /// A code is not bound to the token version.
    CodeWithoutVersion,
}

impl Mutation {
    /// Every mutation.
    pub const ALL: [Self; 8] = [
        Self::SessionWithoutVersion,
        Self::ChangeWithoutHash,
        Self::ChangeKeepsSessions,
        Self::EndOthersWithoutSession,
        Self::CodeStays,
        Self::OneCodeForAll,
        Self::ResetWithoutVersion,
        Self::CodeWithoutVersion,
    ];
}
