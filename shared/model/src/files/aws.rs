//! The requests to AWS, each of which is one atomic step, with their conditions.

use super::{
    cloud::{
        Cloud, Deadline, Existence, FileId, Object, Outcome, Record, Refusal, UPLOADED, UploadRecord, User, UserId,
    },
    mutation::Mutation,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AwsRequest {
    /// `GetItem` users.
    GetUser(UserId),
    /// `GetItem` files.
    GetFile(FileId),
    /// `GetItem` uploads, by the id. An expired one counts as none.
    GetUpload,
    /// `GetItem` uploads, by the key that an index has, expired or not.
    GetUploadByKey,
    /// `Query` of the index `owner` of files. `is_late` when the index does not have the newest items yet.
    QueryFiles { owner: UserId, is_late: bool },
    /// `Query` of the index `owner` of uploads.
    QueryUploads { owner: UserId, is_late: bool },
    /// `ListParts`: whether the multipart upload is open.
    ListParts,
    /// `ListObjectsV2` of the key of the upload: whether there is an object.
    FindObject,
    /// `GetObject` of the upload: its headers, in one request or several.
    InspectObject,
    /// `ListObjectsV2` by the operator's sweep: whether each object is a day old.
    ListOldObjects,
    /// `Scan` files by the operator's sweep.
    ScanFiles,
    /// `PutItem` files.
    PutFile {
        file: FileId,
        /// Who uploads it.
        owner: Option<UserId>,
    },
    /// `PutObject`, with the tag.
    PutObject(FileId),
    /// `DeleteObjectTagging`.
    RemoveTag(FileId),
    /// `PutObjectTagging`.
    SetTag(FileId),
    /// `DeleteObject`.
    DeleteObject(FileId),
    /// `DeleteItem` files.
    DeleteFile(FileId),
    /// `DeleteItem` files by the operator's sweep, on the condition that the file is as it was read.
    DeleteExpiredFile {
        file: FileId,
        /// The deadline that was read.
        read: Deadline,
    },
    /// `UpdateItem` files: postpones the deadline by a second, and locks the file for the tag.
    Lock {
        file: FileId,
        /// The deadline that was read.
        read: Deadline,
    },
    /// `UpdateItem` files: ends the lock.
    Unlock {
        file: FileId,
        lock: Lock,
        /// The deadline of a released file whose object now has the tag. None to leave the deadline.
        deadline: Option<Deadline>,
    },
    /// `TransactWriteItems`: creates the user, or writes the profile, with a claim and a release.
    WriteProfile(ProfileWrite),
    /// `TransactWriteItems`: marks a file as deleted, with the profile.
    MarkDeleted(Deletion),
    /// `UpdateItem` files: sets the deadline of a deleted file whose object is gone.
    EndDeletion { file: FileId, deadline: Deadline },
    /// `TransactWriteItems`: deletes the user, and puts the marker.
    DeleteUser {
        user: UserId,
        /// `profileVersion`, as it was read.
        version: u8,
    },
    /// `CreateMultipartUpload`.
    CreateMultipart,
    /// `PutItem` uploads.
    PutUpload(Option<UserId>),
    /// `CompleteMultipartUpload`.
    Complete,
    /// `AbortMultipartUpload`.
    Abort,
    /// `TransactWriteItems`: ends the upload with a file.
    Finalize(Option<UserId>),
    /// `UpdateItem` uploads: ends the upload without a file.
    Refuse(Refusal),
    /// `TransactWriteItems`: ends the upload, and refunds its attempt.
    Cancel,
    /// Only with [`Mutation::RefundOutsideTransaction`]: refunds the attempt.
    Refund,
    /// `DeleteItem` uploads.
    DeleteUpload,
}

/// A lock of a file, for its tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lock {
    /// The postponed deadline.
    pub deadline: Deadline,
    /// In place of `lockedBy`: the number of locks that had ended by themselves.
    pub after: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProfileWrite {
    pub user: UserId,
    /// `profileVersion`, as it was read. None to create the user.
    pub version: Option<u8>,
    /// The file that the profile then refers to.
    pub file: Option<FileId>,
    /// The file to claim, with the deadline that was read.
    pub claimed: Option<(FileId, Deadline)>,
    /// The file to release, with its new deadline.
    pub released: Option<(FileId, Deadline)>,
}

/// A file to mark as deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deletion {
    pub file: FileId,
    /// Its deadline, as it was read.
    pub read: Option<Deadline>,
    /// The profile that refers to it, or that must be as it was read: the user and `profileVersion`.
    pub profile: Option<(UserId, u8)>,
    /// Whether the profile refers to it.
    pub is_referred_to: bool,
}

/// What a function gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Of [`AwsRequest::GetUser`]. None when there is none.
    User(Option<User>),
    File(Option<Record>),
    /// Of [`AwsRequest::QueryFiles`]: whether the index has each file.
    Files([bool; 2]),
    OldObjects([bool; 2]),
    Records([Option<Record>; 2]),
    /// Of [`AwsRequest::GetUpload`] and [`AwsRequest::QueryUploads`].
    Upload(Option<UploadRecord>),
    /// Of [`AwsRequest::ListParts`] and [`AwsRequest::FindObject`].
    Found(bool),
    Video {
        is_valid: bool,
    },
    Locked(Lock),
    /// It is done.
    Done,
    /// A condition did not hold, or there is no such object or multipart upload.
    Refused,
    /// Of [`AwsRequest::Finalize`]: only the condition on the owner did not hold.
    OwnerDeleted,
    /// AWS failed, or the response was lost.
    Failed,
}

impl AwsRequest {
    /// Whether it changes nothing.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        matches!(
            self,
            Self::GetUser(_)
                | Self::GetFile(_)
                | Self::GetUpload
                | Self::GetUploadByKey
                | Self::QueryFiles { .. }
                | Self::QueryUploads { .. }
                | Self::ListParts
                | Self::FindObject
                | Self::InspectObject
                | Self::ListOldObjects
                | Self::ScanFiles
        )
    }

    /// The same query of an index that is late. None for other requests.
    #[must_use]
    pub const fn of_late_index(self) -> Option<Self> {
        match self {
            Self::QueryFiles { owner, .. } => Some(Self::QueryFiles { owner, is_late: true }),
            Self::QueryUploads { owner, .. } => Some(Self::QueryUploads { owner, is_late: true }),
            _ => None,
        }
    }

    /// Whether the SDK's retry after a lost response can get another response than the first attempt. A transaction has a token and a
    /// lock has an id, so these cannot.
    #[must_use]
    pub const fn differs_when_repeated(&self) -> bool {
        matches!(
            self,
            Self::Unlock { .. } | Self::Complete | Self::DeleteExpiredFile { .. } | Self::EndDeletion { .. }
        )
    }
}

impl Cloud {
    /// What a request does, and its response.
    pub fn perform(&mut self, request: AwsRequest, mutation: Option<Mutation>) -> Reply {
        match request {
            AwsRequest::GetUser(user) => Reply::User(Some(*self.users.of(user)).filter(User::exists)),
            AwsRequest::GetFile(file) => Reply::File(self.files.of(file).record),
            AwsRequest::GetUpload => Reply::Upload(self.current_upload()),
            AwsRequest::GetUploadByKey => Reply::Upload(self.upload.record),
            AwsRequest::QueryFiles { owner, is_late } => Reply::Files(FileId::ALL.map(|file| {
                let record = self.files.of(file).record;
                !is_late && record.is_some_and(|record| record.owner == Some(owner))
            })),
            AwsRequest::QueryUploads { owner, is_late } => {
                let owned = |upload: &UploadRecord| !is_late && upload.owner == Some(owner);
                Reply::Upload(self.upload.record.filter(owned))
            }
            AwsRequest::ListParts => Reply::Found(self.upload.is_open),
            AwsRequest::FindObject => Reply::Found(self.files.of(UPLOADED).object.is_some()),
            AwsRequest::InspectObject => match self.files.of(UPLOADED).object {
                Some(_) => Reply::Video {
                    is_valid: self.upload.is_valid,
                },
                None => Reply::Refused,
            },
            AwsRequest::ListOldObjects => Reply::OldObjects(FileId::ALL.map(|file| {
                let object = self.files.of(file).object;
                object.is_some_and(|object| object.is_old)
            })),
            AwsRequest::ScanFiles => Reply::Records(FileId::ALL.map(|file| self.files.of(file).record)),
            AwsRequest::DeleteExpiredFile { file, read } => {
                let record = &mut self.files.of_mut(file).record;
                if record.is_some_and(|record| record.deadline == Some(read)) {
                    *record = None;
                    Reply::Done
                } else {
                    Reply::Refused
                }
            }
            AwsRequest::Refund => {
                self.upload.refunds += 1;
                Reply::Done
            }
            AwsRequest::PutFile { file, owner } => self.put_file(file, owner, self.day),
            AwsRequest::PutObject(file) => {
                self.put_object(file, false);
                Reply::Done
            }
            AwsRequest::RemoveTag(file) => self.tag(file, false),
            AwsRequest::SetTag(file) => self.tag(file, true),
            AwsRequest::DeleteObject(file) => {
                self.files.of_mut(file).object = None;
                Reply::Done
            }
            AwsRequest::DeleteFile(file) => {
                self.files.of_mut(file).record = None;
                Reply::Done
            }
            AwsRequest::Lock { file, read } => self.lock(file, read),
            AwsRequest::Unlock { file, lock, deadline } => self.unlock(file, lock, deadline, mutation),
            AwsRequest::WriteProfile(write) => self.write_profile(write, mutation),
            AwsRequest::MarkDeleted(deletion) => self.mark_deleted(deletion, mutation),
            AwsRequest::EndDeletion { file, deadline } => self.end_deletion(file, deadline),
            AwsRequest::DeleteUser { user, version } => self.delete_user(user, version, mutation),
            AwsRequest::CreateMultipart => {
                self.upload.is_open = true;
                Reply::Done
            }
            AwsRequest::PutUpload(owner) => {
                self.upload.record = Some(UploadRecord { owner, outcome: None });
                Reply::Done
            }
            AwsRequest::Complete => {
                if !self.upload.is_open {
                    return Reply::Refused;
                }
                self.upload.is_open = false;
                self.put_object(UPLOADED, self.day > 0);
                Reply::Done
            }
            AwsRequest::Abort => {
                self.upload.is_open = false;
                Reply::Done
            }
            AwsRequest::Finalize(owner) => self.finalize(owner, mutation),
            AwsRequest::Refuse(refusal) => self.refuse(refusal),
            AwsRequest::Cancel => self.cancel(mutation),
            AwsRequest::DeleteUpload => {
                self.upload.record = None;
                Reply::Done
            }
        }
    }

    fn put_file(&mut self, file: FileId, owner: Option<UserId>, day: u8) -> Reply {
        let deadline = Some(Deadline { day, seconds: 0 });
        let file = self.files.of_mut(file);
        file.last_owner = owner;
        file.record = Some(Record {
            owner,
            deadline,
            ..Record::default()
        });
        Reply::Done
    }

    fn put_object(&mut self, file: FileId, is_old: bool) {
        self.files.of_mut(file).object = Some(Object {
            is_tagged: true,
            is_old,
        });
    }

    fn tag(&mut self, file: FileId, is_tagged: bool) -> Reply {
        let file = self.files.of_mut(file);
        file.is_released &= is_tagged;
        match &mut file.object {
            Some(object) => {
                object.is_tagged = is_tagged;
                Reply::Done
            }
            None => Reply::Refused,
        }
    }

    /// The record of a file, if its deadline is the one that was read, and it is not deleted.
    fn unclaimed(&mut self, file: FileId, read: Deadline) -> Option<&mut Record> {
        let record = self.files.of_mut(file).record.as_mut();
        record.filter(|record| record.deadline == Some(read) && !record.deleted)
    }

    fn lock(&mut self, file: FileId, read: Deadline) -> Reply {
        let lock = Lock {
            deadline: read.postponed(),
            after: self.files.of(file).ended_locks,
        };
        match self.unclaimed(file, read) {
            Some(record) if !record.is_locked => {
                record.is_locked = true;
                record.deadline = Some(lock.deadline);
                Reply::Locked(lock)
            }
            _ => Reply::Refused,
        }
    }

    fn unlock(&mut self, file: FileId, lock: Lock, deadline: Option<Deadline>, mutation: Option<Mutation>) -> Reply {
        let is_lock = self.files.of(file).ended_locks == lock.after || mutation == Some(Mutation::UnlockOfAnotherLock);
        match self.unclaimed(file, lock.deadline) {
            Some(record) if record.is_locked && is_lock => {
                record.is_locked = false;
                record.deadline = deadline.or(record.deadline);
                Reply::Done
            }
            _ => Reply::Refused,
        }
    }

    fn write_profile(&mut self, write: ProfileWrite, mutation: Option<Mutation>) -> Reply {
        let is = |other| mutation == Some(other);
        let user = self.users.of(write.user);
        let user_holds = match write.version {
            None => user.existence == Existence::Not,
            Some(version) => user.exists() && (user.version == version || is(Mutation::ProfileWithoutVersion)),
        };
        let claim_holds = write.claimed.is_none_or(|(file, read)| {
            self.files.of(file).record.is_some_and(|record| {
                // The code compares with the time of the plan, when the deadline was in the future.
                (record.deadline == Some(read) || is(Mutation::ClaimOfAChangedFile))
                    && (!record.deleted || is(Mutation::ClaimOfADeletedFile))
                    && (!record.is_locked || is(Mutation::ClaimDespiteLock))
                    && (record.owner.is_none_or(|owner| owner == write.user) || is(Mutation::ClaimWithoutOwner))
            })
        });
        let release_holds = write.released.is_none_or(|(file, _)| {
            let record = self.files.of(file).record;
            record.is_some_and(|record| record.deadline.is_none())
        });
        if !(user_holds && claim_holds && release_holds) {
            return Reply::Refused;
        }
        let user = self.users.of_mut(write.user);
        user.existence = Existence::Exists;
        user.file = write.file;
        user.version = write.version.map_or(0, |read| read + 1);
        if let Some((file, _)) = write.claimed {
            let file = self.files.of_mut(file);
            file.last_owner = Some(write.user);
            if let Some(record) = &mut file.record {
                file.changed_owner |= record.owner.is_some_and(|owner| owner != write.user);
                record.owner = Some(write.user);
                record.is_locked = false;
                if !is(Mutation::ClaimLeavesDeadline) {
                    record.deadline = None;
                }
            }
        }
        if let Some((file, deadline)) = write.released {
            let file = self.files.of_mut(file);
            file.is_released = true;
            if let Some(record) = &mut file.record {
                record.deadline = Some(deadline);
            }
        }
        Reply::Done
    }

    fn mark_deleted(&mut self, deletion: Deletion, mutation: Option<Mutation>) -> Reply {
        let record = self.files.of(deletion.file).record;
        let file_holds = record.is_some_and(|record| record.deadline == deletion.read);
        let profile_holds = deletion.profile.is_none_or(|(user, version)| {
            let user = self.users.of(user);
            user.exists() && user.version == version
        });
        if !(file_holds && profile_holds) {
            return Reply::Refused;
        }
        let (day, seconds) = (self.day, 0);
        let file = self.files.of_mut(deletion.file);
        file.was_deleted = true;
        if let Some(record) = &mut file.record {
            record.deleted = true;
            record.deadline = Some(if mutation == Some(Mutation::UnfinishedDeletionExpires) {
                Deadline { day, seconds }
            } else {
                Deadline::UNFINISHED
            });
        }
        if let Some((user, _)) = deletion.profile.filter(|_| deletion.is_referred_to) {
            let user = self.users.of_mut(user);
            user.file = None;
            user.version += 1;
        }
        Reply::Done
    }

    fn end_deletion(&mut self, file: FileId, deadline: Deadline) -> Reply {
        match &mut self.files.of_mut(file).record {
            Some(record) if record.deadline == Some(Deadline::UNFINISHED) => {
                record.deadline = Some(deadline);
                Reply::Done
            }
            _ => Reply::Refused,
        }
    }

    fn delete_user(&mut self, user: UserId, version: u8, mutation: Option<Mutation>) -> Reply {
        let user = self.users.of_mut(user);
        let is_as_read = user.version == version || mutation == Some(Mutation::UserDeletedWithoutVersion);
        if !user.exists() || !is_as_read {
            return Reply::Refused;
        }
        user.existence = Existence::Deleted;
        user.file = None;
        user.version = 0;
        user.marker = mutation != Some(Mutation::UserDeletedWithoutMarker);
        Reply::Done
    }

    fn finalize(&mut self, owner: Option<UserId>, mutation: Option<Mutation>) -> Reply {
        let is_open = |upload: UploadRecord| upload.outcome.is_none();
        let upload_holds = self.upload.record.is_some_and(is_open)
            || self.upload.record.is_some() && mutation == Some(Mutation::FinalizeWithoutCondition);
        let file_holds = self.files.of(UPLOADED).record.is_none();
        let owner_holds = owner.is_none_or(|owner| !self.users.of(owner).marker);
        if !(upload_holds && file_holds) {
            return Reply::Refused;
        }
        if !owner_holds {
            return Reply::OwnerDeleted;
        }
        self.upload.record = Some(UploadRecord {
            owner,
            outcome: Some(Outcome::Finalized),
        });
        self.upload.became_file_of_deleted_user =
            owner.is_some_and(|owner| self.users.of(owner).existence == Existence::Deleted);
        // The file expires with its upload, which started on the first day.
        self.put_file(UPLOADED, owner, 0)
    }

    fn refuse(&mut self, refusal: Refusal) -> Reply {
        let refused = Some(Outcome::Refused(refusal));
        match &mut self.upload.record {
            Some(upload) if upload.outcome.is_none() || upload.outcome == refused => {
                upload.outcome = refused;
                Reply::Done
            }
            _ => Reply::Refused,
        }
    }

    fn cancel(&mut self, mutation: Option<Mutation>) -> Reply {
        match &mut self.upload.record {
            Some(upload) if upload.outcome.is_none() => {
                upload.outcome = Some(Outcome::Refused(Refusal::Cancelled));
                if mutation != Some(Mutation::RefundOutsideTransaction) {
                    self.upload.refunds += 1;
                }
                Reply::Done
            }
            _ => Reply::Refused,
        }
    }
}

impl Deadline {
    /// A second later.
    #[must_use]
    pub const fn postponed(self) -> Self {
        Self {
            day: self.day,
            seconds: self.seconds + 1,
        }
    }
}
