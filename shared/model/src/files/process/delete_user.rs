//! `shared/app/src/user_deletion.rs`.

use super::{Context, Next, Request, Response};
use crate::files::{
    aws::{AwsRequest, Reply},
    cloud::{FileId, Refusal, UPLOADED, UserId},
    mutation::Mutation,
};

/// Deletes a user, or what is left of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeleteUser {
    pub(super) user: UserId,
    /// Whether an operator looks for what is left.
    is_of_leftovers: bool,
    pass: Pass,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Pass {
    /// Before the user is deleted. `profile` is what was read of the user.
    First { version: u8, profile: Option<FileId> },
    /// After that.
    Second { is_incomplete: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    Start,
    FindUploads,
    ReadUpload,
    RefuseUpload,
    AbortUpload,
    DeleteUploadedObject,
    DeleteUploadedFile,
    DeleteUpload,
    FindFiles,
    /// Reads the first of these files.
    ReadFile([bool; 2]),
    DeleteObject([bool; 2]),
    DeleteFile([bool; 2]),
    DeleteUser,
}

/// The first of the files that are to be deleted.
const fn first(files: [bool; 2]) -> FileId {
    if files[0] { FileId::One } else { FileId::Two }
}

/// The files that are to be deleted after the first.
const fn others(files: [bool; 2]) -> [bool; 2] {
    [false, files[0] && files[1]]
}

impl DeleteUser {
    pub(super) const fn new(user: UserId) -> Self {
        Self {
            user,
            is_of_leftovers: false,
            pass: Pass::First {
                version: 0,
                profile: None,
            },
            state: State::Start,
        }
    }

    pub(super) const fn of_leftovers(user: UserId) -> Self {
        Self {
            user,
            is_of_leftovers: true,
            pass: Pass::Second { is_incomplete: false },
            state: State::FindUploads,
        }
    }

    pub(super) const fn request(&self) -> Request {
        if self.is_of_leftovers {
            Request::FinishDeletion(self.user)
        } else {
            Request::DeleteUser(self.user)
        }
    }

    pub(super) const fn next_request(&self) -> AwsRequest {
        let (owner, is_late) = (self.user, false);
        match self.state {
            State::Start => AwsRequest::GetUser(self.user),
            State::FindUploads => AwsRequest::QueryUploads { owner, is_late },
            State::ReadUpload => AwsRequest::GetUploadByKey,
            State::RefuseUpload => AwsRequest::Refuse(Refusal::OwnerDeleted),
            State::AbortUpload => AwsRequest::Abort,
            State::DeleteUploadedObject => AwsRequest::DeleteObject(UPLOADED),
            State::DeleteUploadedFile => AwsRequest::DeleteFile(UPLOADED),
            State::DeleteUpload => AwsRequest::DeleteUpload,
            State::FindFiles => AwsRequest::QueryFiles { owner, is_late },
            State::ReadFile(files) => AwsRequest::GetFile(first(files)),
            State::DeleteObject(files) => AwsRequest::DeleteObject(first(files)),
            State::DeleteFile(files) => AwsRequest::DeleteFile(first(files)),
            State::DeleteUser => AwsRequest::DeleteUser {
                user: self.user,
                version: match self.pass {
                    Pass::First { version, .. } => version,
                    Pass::Second { .. } => 0,
                },
            },
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match (self.state, reply) {
            (_, Reply::Failed) => self.failed(),
            (State::Start, Reply::User(Some(user))) => {
                let pass = Pass::First {
                    version: user.version,
                    profile: user.file,
                };
                Self { pass, ..self }.step(State::FindUploads)
            }
            (State::FindUploads, Reply::Upload(Some(_))) => self.step(State::ReadUpload),
            (State::ReadUpload, Reply::Upload(Some(_))) => self.step(State::RefuseUpload),
            // False when it ended in another way before: its file is deleted nevertheless.
            (State::RefuseUpload, _) => self.step(State::AbortUpload),
            (State::AbortUpload, _) => self.step(State::DeleteUploadedObject),
            (State::DeleteUploadedObject, _) => self.step(State::DeleteUploadedFile),
            (State::DeleteUploadedFile, _) => self.step(State::DeleteUpload),
            (State::FindUploads | State::ReadUpload | State::DeleteUpload, _) => self.step(State::FindFiles),
            (State::FindFiles, Reply::Files(indexed)) => self.files(self.with_profile(indexed, context)),
            (State::ReadFile(files), Reply::File(Some(record))) if record.owner == Some(self.user) => {
                self.step(if context.is(Mutation::RecordDeletedBeforeObject) {
                    State::DeleteFile(files)
                } else {
                    State::DeleteObject(files)
                })
            }
            (State::DeleteObject(files), _) if !context.is(Mutation::RecordDeletedBeforeObject) => {
                self.step(State::DeleteFile(files))
            }
            (State::DeleteFile(files), _) if context.is(Mutation::RecordDeletedBeforeObject) => {
                self.step(State::DeleteObject(files))
            }
            (State::ReadFile(files) | State::DeleteObject(files) | State::DeleteFile(files), _) => {
                self.files(others(files))
            }
            (State::DeleteUser, Reply::Done) if context.is(Mutation::NoSecondPass) => Next::End(Response::Done),
            (State::DeleteUser, Reply::Done) => {
                let pass = Pass::Second { is_incomplete: false };
                Self { pass, ..self }.step(State::FindUploads)
            }
            (State::DeleteUser, _) => Next::End(Response::Conflict),
            (State::Start | State::FindFiles, _) => Next::End(Response::Refused),
        }
    }

    const fn step(self, state: State) -> Next<Self> {
        Next::Step(Self { state, ..self })
    }

    /// The files of the index and of the profile, which the index may not have yet.
    fn with_profile(&self, indexed: [bool; 2], context: Context) -> [bool; 2] {
        let Pass::First { profile, .. } = self.pass else {
            return indexed;
        };
        let referred_to = |file| profile == Some(file) && !context.is(Mutation::ProfileFilesForgotten);
        let [one, two] = indexed;
        [one || referred_to(FileId::One), two || referred_to(FileId::Two)]
    }

    /// Deletes these files, or continues when there is none.
    const fn files(self, files: [bool; 2]) -> Next<Self> {
        match (files, self.pass) {
            ([false, false], Pass::First { .. }) => self.step(State::DeleteUser),
            ([false, false], Pass::Second { is_incomplete: false }) => Next::End(Response::Done),
            ([false, false], Pass::Second { is_incomplete: true }) => Next::End(Response::Unavailable),
            (files, _) => self.step(State::ReadFile(files)),
        }
    }

    /// In the second pass, a failure does not keep the files from being deleted.
    const fn failed(self) -> Next<Self> {
        let is_at_uploads = matches!(
            self.state,
            State::FindUploads
                | State::ReadUpload
                | State::RefuseUpload
                | State::AbortUpload
                | State::DeleteUploadedObject
                | State::DeleteUploadedFile
                | State::DeleteUpload
        );
        match self.pass {
            Pass::Second { .. } if is_at_uploads => Next::Step(Self {
                pass: Pass::Second { is_incomplete: true },
                state: State::FindFiles,
                ..self
            }),
            _ => Next::End(Response::Unavailable),
        }
    }
}
