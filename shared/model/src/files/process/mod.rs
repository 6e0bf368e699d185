//! The requests of clients and operators. Each is a state machine that sends one request to AWS after the other, as its handler does.
//!
//! A loop of a handler that starts again from the beginning is not modelled: it does the same as a repeated request.

mod delete_file;
mod delete_user;
mod save;
mod sweep;
mod upload;
mod video;

use super::{
    aws::{AwsRequest, Lock, Reply},
    cloud::{Cloud, Deadline, FileId, UserId},
    mutation::Mutation,
};

use delete_file::DeleteFile;
use delete_user::DeleteUser;
use save::Save;
use sweep::Sweep;
use upload::UploadFile;
use video::{CancelUpload, FinalizeUpload, StartUpload};

/// What a client or an operator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Request {
    /// `POST /users/register` with a file.
    Register(UserId, FileId),
    /// `PUT /users/{id}`: a profile with that file, or with none.
    Update(UserId, Option<FileId>),
    /// `DELETE /file/{id}`.
    DeleteFile(UserId, FileId),
    /// `POST /users/delete`.
    DeleteUser(UserId),
    /// `scripts/ops users delete`, for a user who no longer exists.
    FinishDeletion(UserId),
    /// `POST /file/document` and `/file/image`. None for a visitor.
    UploadFile(Option<UserId>, FileId),
    /// `POST /file/video/start-upload`. None for a visitor.
    StartUpload(Option<UserId>),
    /// `POST /file/video/finalize-upload`.
    FinalizeUpload,
    /// `DELETE /file/video/{uploadId}`.
    CancelUpload,
    /// `scripts/ops storage sweep`.
    Sweep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Response {
    /// It is done.
    Done,
    /// There is no such file or upload for this user.
    NotFound,
    /// The request cannot be done: the user does not exist, or exists already, or the upload has ended otherwise.
    Refused,
    /// Another request was faster, or a file is locked. A repetition may succeed.
    Conflict,
    /// AWS failed. A repetition may succeed.
    Unavailable,
}

/// A request that is being handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Process {
    Save(Save),
    DeleteFile(DeleteFile),
    DeleteUser(DeleteUser),
    UploadFile(UploadFile),
    StartUpload(StartUpload),
    FinalizeUpload(FinalizeUpload),
    CancelUpload(CancelUpload),
    Sweep(Sweep),
}

/// What follows a reply of AWS.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<P> {
    Step(P),
    End(Response),
}

/// What a function knows besides the replies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) day: u8,
    /// The fault of the protocol.
    pub(super) mutation: Option<Mutation>,
}

impl Context {
    fn is(self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// A deadline that is set now.
    const fn deadline(self) -> Deadline {
        Deadline {
            day: self.day,
            seconds: 0,
        }
    }

    /// The deadline that an unlock sets, after the tag was set: of a released file.
    fn deadline_after_tag(self, lock: Lock) -> Option<Deadline> {
        lock.deadline.is_unfinished().then(|| self.deadline())
    }
}

impl<P> Next<P> {
    fn map<Q>(self, wrap: impl Fn(P) -> Q) -> Next<Q> {
        match self {
            Self::Step(step) => Next::Step(wrap(step)),
            Self::End(response) => Next::End(response),
        }
    }
}

impl Request {
    /// The handling of the request, before its first step.
    #[must_use]
    pub const fn process(self) -> Process {
        match self {
            Self::Register(user, file) => Process::Save(Save::register(user, file)),
            Self::Update(user, file) => Process::Save(Save::update(user, file)),
            Self::DeleteFile(user, file) => Process::DeleteFile(DeleteFile::new(user, file)),
            Self::DeleteUser(user) => Process::DeleteUser(DeleteUser::new(user)),
            Self::FinishDeletion(user) => Process::DeleteUser(DeleteUser::of_leftovers(user)),
            Self::UploadFile(owner, file) => Process::UploadFile(UploadFile::new(owner, file)),
            Self::StartUpload(owner) => Process::StartUpload(StartUpload::new(owner)),
            Self::FinalizeUpload => Process::FinalizeUpload(FinalizeUpload::new()),
            Self::CancelUpload => Process::CancelUpload(CancelUpload::new()),
            Self::Sweep => Process::Sweep(Sweep::new()),
        }
    }

    /// Whether it creates something with a random id, so that a repetition creates something else.
    #[must_use]
    pub const fn creates(self) -> bool {
        matches!(self, Self::UploadFile(..) | Self::StartUpload(_))
    }

    /// Whether a client can send it: it knows the id of the file or the upload, and what is created is not there yet.
    #[must_use]
    pub fn is_possible(self, cloud: &Cloud) -> bool {
        match self {
            Self::Register(_, file) | Self::Update(_, Some(file)) | Self::DeleteFile(_, file) => {
                cloud.files.of(file).is_known
            }
            Self::UploadFile(_, file) => !cloud.files.of(file).is_known && cloud.files.of(file).record.is_none(),
            Self::StartUpload(_) => !cloud.upload.is_known && cloud.upload.record.is_none(),
            Self::FinalizeUpload | Self::CancelUpload => cloud.upload.is_known,
            Self::FinishDeletion(user) => !cloud.users.of(user).exists(),
            Self::Update(_, None) | Self::DeleteUser(_) | Self::Sweep => true,
        }
    }
}

impl Process {
    #[must_use]
    pub const fn request(&self) -> Request {
        match self {
            Self::Save(save) => save.request(),
            Self::DeleteFile(deletion) => Request::DeleteFile(deletion.user, deletion.file),
            Self::DeleteUser(deletion) => deletion.request(),
            Self::UploadFile(upload) => Request::UploadFile(upload.owner, upload.file),
            Self::StartUpload(upload) => Request::StartUpload(upload.owner),
            Self::FinalizeUpload(_) => Request::FinalizeUpload,
            Self::CancelUpload(_) => Request::CancelUpload,
            Self::Sweep(_) => Request::Sweep,
        }
    }

    /// Whether it has not sent any request yet.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        *self == self.request().process()
    }

    #[must_use]
    pub fn next_request(&self) -> AwsRequest {
        match self {
            Self::Save(save) => save.next_request(),
            Self::DeleteFile(deletion) => deletion.next_request(),
            Self::DeleteUser(deletion) => deletion.next_request(),
            Self::UploadFile(upload) => upload.next_request(),
            Self::StartUpload(upload) => upload.next_request(),
            Self::FinalizeUpload(finalization) => finalization.next_request(),
            Self::CancelUpload(cancellation) => cancellation.next_request(),
            Self::Sweep(sweep) => sweep.next_request(),
        }
    }

    pub(super) fn resume(self, reply: Reply, context: Context) -> Next<Self> {
        match self {
            Self::Save(save) => save.resume(reply, context).map(Self::Save),
            Self::DeleteFile(deletion) => deletion.resume(reply, context).map(Self::DeleteFile),
            Self::DeleteUser(deletion) => deletion.resume(reply, context).map(Self::DeleteUser),
            Self::UploadFile(upload) => upload.resume(reply).map(Self::UploadFile),
            Self::StartUpload(upload) => upload.resume(reply).map(Self::StartUpload),
            Self::FinalizeUpload(finalization) => finalization.resume(reply).map(Self::FinalizeUpload),
            Self::CancelUpload(cancellation) => cancellation.resume(reply, context).map(Self::CancelUpload),
            Self::Sweep(sweep) => sweep.resume(reply, context).map(Self::Sweep),
        }
    }

    /// Whether it sets a deadline, a day ahead. A request takes less than a day, so that deadline does not pass before it ends.
    #[must_use]
    pub const fn sets_deadline(&self) -> bool {
        match self {
            Self::Save(save) => save.sets_deadline(),
            Self::DeleteFile(deletion) => deletion.sets_deadline(),
            Self::UploadFile(upload) => upload.sets_deadline(),
            Self::Sweep(sweep) => sweep.sets_deadline(),
            _ => false,
        }
    }

    /// The file that it has locked for its tag.
    #[must_use]
    pub const fn locked_file(&self) -> Option<FileId> {
        match self {
            Self::Save(save) => save.locked_file(),
            Self::Sweep(sweep) => sweep.locked_file(),
            _ => None,
        }
    }

    /// The user whose files it has begun to delete.
    #[must_use]
    pub fn deleted_user(&self) -> Option<UserId> {
        match self {
            Self::DeleteUser(deletion) if !self.next_request().is_read() => Some(deletion.user),
            _ => None,
        }
    }
}
