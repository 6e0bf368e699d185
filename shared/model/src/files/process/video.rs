//! `functions/src/file/video_start_upload.rs`, `video-finalize-upload` and `video-cancel-upload`.

use super::{Context, Next, Response};
use crate::files::{
    aws::{AwsRequest, Reply},
    cloud::{Outcome, Refusal, UPLOADED, UserId},
    mutation::Mutation,
};

/// How often a request reads the upload, if others end it at the same time.
const MAX_ATTEMPTS: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StartUpload {
    pub(super) owner: Option<UserId>,
    state: Start,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Start {
    Authenticate(UserId),
    CreateMultipart,
    PutUpload,
}

impl StartUpload {
    pub(super) const fn new(owner: Option<UserId>) -> Self {
        let state = match owner {
            Some(user) => Start::Authenticate(user),
            None => Start::CreateMultipart,
        };
        Self { owner, state }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            Start::Authenticate(user) => AwsRequest::GetUser(user),
            Start::CreateMultipart => AwsRequest::CreateMultipart,
            Start::PutUpload => AwsRequest::PutUpload(self.owner),
        }
    }

    pub(super) const fn resume(self, reply: Reply) -> Next<Self> {
        let state = match (self.state, reply) {
            (Start::Authenticate(_), Reply::User(None)) => return Next::End(Response::Refused),
            (Start::Authenticate(_), Reply::User(Some(_))) => Start::CreateMultipart,
            (Start::CreateMultipart, Reply::Done) => Start::PutUpload,
            (Start::PutUpload, Reply::Done) => return Next::End(Response::Done),
            _ => return Next::End(Response::Unavailable),
        };
        Next::Step(Self { state, ..self })
    }
}

/// Finalizes the upload, with the states of `finalization.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FinalizeUpload {
    attempts: u8,
    /// Whether it may have completed the object.
    has_completed: bool,
    owner: Option<UserId>,
    state: Finalization,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Finalization {
    Start,
    ListParts,
    Complete,
    /// Looks for an object that another request has completed.
    FindObject,
    Inspect,
    /// The object could not be read.
    InspectAgain,
    Valid,
    Invalid(Refusal),
    Refused,
    Finalized,
    /// Looks for the file of the object that it has completed.
    Missing,
    DeleteCompleted,
}

impl FinalizeUpload {
    pub(super) const fn new() -> Self {
        Self {
            attempts: 1,
            has_completed: false,
            owner: None,
            state: Finalization::Start,
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            Finalization::Start | Finalization::InspectAgain => AwsRequest::GetUpload,
            Finalization::ListParts => AwsRequest::ListParts,
            Finalization::FindObject => AwsRequest::FindObject,
            Finalization::Inspect => AwsRequest::InspectObject,
            Finalization::Complete => AwsRequest::Complete,
            Finalization::Valid => AwsRequest::Finalize(self.owner),
            Finalization::Invalid(refusal) => AwsRequest::Refuse(refusal),
            Finalization::Refused | Finalization::DeleteCompleted => AwsRequest::DeleteObject(UPLOADED),
            Finalization::Finalized | Finalization::Missing => AwsRequest::GetFile(UPLOADED),
        }
    }

    pub(super) fn resume(self, reply: Reply) -> Next<Self> {
        match (self.state, reply) {
            (Finalization::Inspect, Reply::Refused | Reply::Failed) => self.step(Finalization::InspectAgain),
            (_, Reply::Failed) => Next::End(Response::Unavailable),
            (Finalization::Start, Reply::Upload(None)) if self.has_completed => self.step(Finalization::Missing),
            (Finalization::Start, Reply::Upload(None)) => Next::End(Response::NotFound),
            (Finalization::Start, Reply::Upload(Some(upload))) => {
                let owner = upload.owner;
                Self { owner, ..self }.step(match upload.outcome {
                    None => Finalization::ListParts,
                    Some(Outcome::Finalized) => Finalization::Finalized,
                    Some(Outcome::Refused(_)) => Finalization::Refused,
                })
            }
            (Finalization::ListParts, Reply::Found(true)) => self.step(Finalization::Complete),
            (Finalization::ListParts, _) => self.step(Finalization::FindObject),
            (Finalization::Complete, Reply::Done) => self.completed(),
            (Finalization::Complete, _) => self.step(Finalization::FindObject),
            (Finalization::FindObject, Reply::Found(true)) => self.completed(),
            (Finalization::FindObject, _) => self.start_again(),
            (Finalization::Inspect, Reply::Video { is_valid: true }) => self.step(Finalization::Valid),
            (Finalization::Inspect, _) => self.step(Finalization::Invalid(Refusal::Invalid)),
            (Finalization::InspectAgain, Reply::Upload(Some(upload))) if upload.outcome.is_none() => {
                Next::End(Response::Unavailable)
            }
            (Finalization::InspectAgain, _) => self.start_again(),
            (Finalization::Valid, Reply::Done) => Next::End(Response::Done),
            (Finalization::Valid, Reply::OwnerDeleted) => self.step(Finalization::Invalid(Refusal::OwnerDeleted)),
            (Finalization::Valid, _) => self.start_again(),
            (Finalization::Invalid(_), Reply::Done) => self.step(Finalization::Refused),
            (Finalization::Invalid(_), _) => self.start_again(),
            (Finalization::Refused, _) => Next::End(Response::Refused),
            (Finalization::Finalized, Reply::File(Some(record))) if !record.deleted => Next::End(Response::Done),
            (Finalization::Missing, Reply::File(None)) => self.step(Finalization::DeleteCompleted),
            (Finalization::Finalized | Finalization::Missing | Finalization::DeleteCompleted, _) => {
                Next::End(Response::NotFound)
            }
            (Finalization::Start, _) => Next::End(Response::Unavailable),
        }
    }

    const fn step(self, state: Finalization) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }

    const fn completed(self) -> Next<Self> {
        Next::Step(Self {
            has_completed: true,
            state: Finalization::Inspect,
            ..self
        })
    }

    const fn start_again(self) -> Next<Self> {
        if self.attempts == MAX_ATTEMPTS {
            return Next::End(Response::NotFound);
        }
        Next::Step(Self {
            attempts: self.attempts + 1,
            state: Finalization::Start,
            ..self
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CancelUpload {
    attempts: u8,
    state: Cancellation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Cancellation {
    Start,
    Cancel,
    /// Only with [`Mutation::RefundOutsideTransaction`].
    Refund,
    /// Only with [`Mutation::UploadDeletedFirst`].
    DeleteUploadFirst,
    Abort,
    DeleteObject,
    DeleteUpload,
}

impl CancelUpload {
    pub(super) const fn new() -> Self {
        Self {
            attempts: 1,
            state: Cancellation::Start,
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        match self.state {
            Cancellation::Start => AwsRequest::GetUpload,
            Cancellation::Cancel => AwsRequest::Cancel,
            Cancellation::Refund => AwsRequest::Refund,
            Cancellation::Abort => AwsRequest::Abort,
            Cancellation::DeleteObject => AwsRequest::DeleteObject(UPLOADED),
            Cancellation::DeleteUpload | Cancellation::DeleteUploadFirst => AwsRequest::DeleteUpload,
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        let delete = if context.is(Mutation::UploadDeletedFirst) {
            Cancellation::DeleteUploadFirst
        } else {
            Cancellation::Abort
        };
        let state = match (self.state, reply) {
            (_, Reply::Failed) => return Next::End(Response::Unavailable),
            (Cancellation::Start, Reply::Upload(Some(upload))) => match upload.outcome {
                Some(Outcome::Finalized) => return Next::End(Response::Refused),
                // The refund comes before the outcome is known to be written.
                None if context.is(Mutation::RefundOutsideTransaction) => Cancellation::Refund,
                Some(Outcome::Refused(_)) => delete,
                None => Cancellation::Cancel,
            },
            (Cancellation::Start, _) => return Next::End(Response::Done),
            (Cancellation::Refund, _) => Cancellation::Cancel,
            (Cancellation::Cancel, Reply::Done) => delete,
            (Cancellation::Cancel, _) if self.attempts == MAX_ATTEMPTS => {
                return Next::End(Response::Unavailable);
            }
            (Cancellation::Cancel, _) => {
                return Next::Step(Self {
                    attempts: self.attempts + 1,
                    state: Cancellation::Start,
                });
            }
            (Cancellation::DeleteUploadFirst, _) => Cancellation::Abort,
            (Cancellation::Abort, _) => Cancellation::DeleteObject,
            (Cancellation::DeleteObject, _) => Cancellation::DeleteUpload,
            (Cancellation::DeleteUpload, _) => return Next::End(Response::Done),
        };
        Next::Step(Self { state, ..self })
    }
}
