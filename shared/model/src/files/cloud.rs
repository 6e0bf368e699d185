//! The tables and the bucket, as far as they concern files.

/// Two values, one for each user or file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair<T> {
    /// Of [`UserId::A`] or [`FileId::One`].
    pub first: T,
    /// Of [`UserId::B`] or [`FileId::Two`].
    pub second: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UserId {
    A,
    B,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileId {
    One,
    /// The second. It is also the file that the upload becomes.
    Two,
}

/// The file that the upload becomes.
pub const UPLOADED: FileId = FileId::Two;

impl UserId {
    pub const ALL: [Self; 2] = [Self::A, Self::B];
}

impl FileId {
    pub const ALL: [Self; 2] = [Self::One, Self::Two];
}

/// An id of one of two.
pub trait Id {
    /// Whether it is the first.
    fn first_of_two(self) -> bool;
}

impl Id for UserId {
    fn first_of_two(self) -> bool {
        self == Self::A
    }
}

impl Id for FileId {
    fn first_of_two(self) -> bool {
        self == Self::One
    }
}

impl<T> Pair<T> {
    pub fn of(&self, id: impl Id) -> &T {
        if id.first_of_two() { &self.first } else { &self.second }
    }

    pub fn of_mut(&mut self, id: impl Id) -> &mut T {
        if id.first_of_two() {
            &mut self.first
        } else {
            &mut self.second
        }
    }
}

/// Everything that is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cloud {
    /// The users table.
    pub users: Pair<User>,
    /// The files table and the bucket.
    pub files: Pair<File>,
    /// The upload, in its table and in the bucket.
    pub upload: Upload,
    /// The days that have passed.
    pub day: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct User {
    pub existence: Existence,
    /// The file that the profile refers to. The real profile has three such fields, each of another kind of file.
    pub file: Option<FileId>,
    /// `profileVersion`.
    pub version: u8,
    /// Whether the uploads table has the item of a deleted user.
    pub marker: bool,
    /// Not stored: a deletion has begun to delete files. From then on, the profile may refer to deleted files until the deletion is
    /// repeated.
    pub deletion_begun: bool,
    /// Not stored: a deletion was reported as complete, and no index was late.
    pub deletion_complete: bool,
}

/// Whether a user exists. Ids are random, so a deleted user does not exist again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Existence {
    #[default]
    Not,
    Exists,
    Deleted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File {
    /// The item in the files table.
    pub record: Option<Record>,
    /// The object in the bucket.
    pub object: Option<Object>,
    /// Not stored: a client knows the id.
    pub is_known: bool,
    /// Not stored: the last owner.
    pub last_owner: Option<UserId>,
    /// Not stored: it had an owner, and then another one.
    pub changed_owner: bool,
    /// Not stored: its owner has deleted it, or begun to.
    pub was_deleted: bool,
    /// Not stored: a profile has referred to it, and no request has removed its tag since, to claim it again.
    pub is_released: bool,
    /// Not stored: how many locks have ended by themselves. A later lock has another `lockedBy`.
    pub ended_locks: u8,
}

/// An item of the files table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Record {
    /// `owner`.
    pub owner: Option<UserId>,
    /// `expiresAt`. None while a profile refers to the file.
    pub deadline: Option<Deadline>,
    /// `deleted`.
    pub deleted: bool,
    /// `taggingUntil` is in the future: a request sets the tag, and nobody may claim the file.
    pub is_locked: bool,
}

/// A time. All requests of a day are made in the same second, so that a deadline can be the same twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deadline {
    /// It has passed after that day.
    pub day: u8,
    /// The seconds by which it was postponed.
    pub seconds: u8,
}

impl Deadline {
    /// `UNFINISHED`, which does not pass.
    pub const UNFINISHED: Self = Self {
        day: u8::MAX,
        seconds: 0,
    };

    /// Whether it is [`Self::UNFINISHED`], postponed or not.
    #[must_use]
    pub const fn is_unfinished(self) -> bool {
        self.day == u8::MAX
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object {
    /// Whether it has the tag `claim=pending`.
    pub is_tagged: bool,
    /// Whether it was created a day ago, so that the bucket's lifecycle deletes it if it has the tag.
    pub is_old: bool,
}

/// The upload, whose file is [`UPLOADED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Upload {
    /// The item in the uploads table.
    pub record: Option<UploadRecord>,
    /// Whether S3's multipart upload is open.
    pub is_open: bool,
    /// Not stored: whether the parts are an accepted video.
    pub is_valid: bool,
    /// Not stored: a client knows the id.
    pub is_known: bool,
    /// How often the attempt was refunded.
    pub refunds: u8,
    /// Not stored: a client was told that it is cancelled.
    pub told_cancelled: bool,
    /// Not stored: it became a file after its owner was deleted.
    pub became_file_of_deleted_user: bool,
}

/// An item of the uploads table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UploadRecord {
    /// `owner`. None for a visitor's. Both have a `counter`.
    pub owner: Option<UserId>,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    Finalized,
    Refused(Refusal),
}

/// Why the upload became no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    Invalid,
    OwnerDeleted,
    Cancelled,
}

impl User {
    #[must_use]
    pub fn exists(&self) -> bool {
        self.existence == Existence::Exists
    }
}

impl Cloud {
    #[must_use]
    pub const fn is_past(&self, deadline: Deadline) -> bool {
        self.day > deadline.day
    }

    /// Whether the file is claimed, or may be claimed until its deadline.
    #[must_use]
    pub fn is_expired(&self, record: &Record) -> bool {
        record.deadline.is_some_and(|deadline| self.is_past(deadline))
    }

    /// The upload's item. None when it has expired: all uploads start on the first day.
    #[must_use]
    pub fn current_upload(&self) -> Option<UploadRecord> {
        self.upload.record.filter(|_| self.day == 0)
    }

    /// Whether a user may claim a file, as the code sees it in the record.
    #[must_use]
    pub fn can_claim(&self, record: &Record, user: UserId) -> bool {
        record.deadline.is_some()
            && !self.is_expired(record)
            && !record.deleted
            && !record.is_locked
            && record.owner.is_none_or(|owner| owner == user)
    }

    pub fn pass_day(&mut self) {
        self.day += 1;
        for id in FileId::ALL {
            if let Some(object) = &mut self.files.of_mut(id).object {
                object.is_old = true;
            }
        }
    }

    /// What is stored after everything has expired. With `sweep`, also after `scripts/ops storage sweep`.
    #[must_use]
    pub fn after_expiry(mut self, sweep: bool) -> Self {
        self.upload.is_open = false;
        self.upload.record = None;
        for id in FileId::ALL {
            let file = self.files.of_mut(id);
            if file.object.is_some_and(|object| object.is_tagged) {
                file.object = None;
            }
            let is_swept = |deadline: Deadline| sweep || !deadline.is_unfinished();
            if file.record.is_some_and(|record| record.deadline.is_some_and(is_swept)) {
                file.record = None;
            }
            if sweep && file.record.is_none() {
                file.object = None;
            }
        }
        self
    }
}
