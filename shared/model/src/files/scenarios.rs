//! What is stored at the beginning, and the requests of each scenario.

use super::{
    Files,
    cloud::{
        Cloud, Deadline, Existence, File, FileId, Object, Pair, Record, UPLOADED, Upload, UploadRecord, User, UserId,
    },
    process::Request,
};

impl Files {
    /// Documents and photos: two users, of whom one may not exist yet, and two files.
    #[must_use]
    pub fn claims(request_count: usize, faults: u8) -> Self {
        use FileId::{One, Two};
        use UserId::{A, B};
        let clouds = vec![
            // Two new files of a visitor, and a user without a file.
            cloud(
                [Existence::Exists, Existence::Not],
                None,
                [new_file(None), new_file(None)],
            ),
            // A user with a file, and with another one to replace it.
            cloud(
                [Existence::Exists, Existence::Exists],
                Some(One),
                [claimed_file(A), new_file(Some(A))],
            ),
            // A user with a file, who may upload another one.
            cloud(
                [Existence::Exists, Existence::Exists],
                Some(One),
                [claimed_file(A), File::default()],
            ),
        ];
        let requests = vec![
            Request::Register(B, One),
            Request::Update(A, Some(One)),
            Request::Update(A, Some(Two)),
            Request::Update(A, None),
            Request::Update(B, Some(One)),
            Request::UploadFile(Some(A), Two),
            Request::DeleteFile(A, One),
            Request::DeleteFile(A, Two),
            Request::DeleteUser(A),
            Request::FinishDeletion(A),
            Request::DeleteUser(B),
            Request::Sweep,
        ];
        Self {
            clouds,
            requests,
            request_count,
            faults,
            day_passes: true,
            mutation: None,
        }
    }

    /// A document or photo that a user removes from the profile, and puts there again.
    #[must_use]
    pub fn replacements(request_count: usize, faults: u8) -> Self {
        use UserId::A;
        Self {
            requests: vec![Request::Update(A, None), Request::Update(A, Some(FileId::One))],
            ..Self::claims(request_count, faults)
        }
    }

    /// A video: a user or a visitor uploads it, and a profile may refer to it.
    #[must_use]
    pub fn uploads(request_count: usize, faults: u8) -> Self {
        use UserId::A;
        let of = |upload: Upload| Cloud {
            upload,
            ..cloud([Existence::Exists, Existence::Not], None, [File::default(); 2])
        };
        let mut clouds = vec![of(Upload {
            is_valid: true,
            ..Upload::default()
        })];
        for is_valid in [true, false] {
            clouds.extend([None, Some(A)].map(|owner| of(open_upload(owner, is_valid))));
        }
        let requests = vec![
            Request::StartUpload(Some(A)),
            Request::FinalizeUpload,
            Request::CancelUpload,
            Request::Update(A, Some(UPLOADED)),
            Request::Update(A, None),
            Request::DeleteFile(A, UPLOADED),
            Request::DeleteUser(A),
            Request::FinishDeletion(A),
        ];
        Self {
            clouds,
            requests,
            request_count,
            faults,
            day_passes: true,
            mutation: None,
        }
    }
}

fn cloud([a, b]: [Existence; 2], file: Option<FileId>, [one, two]: [File; 2]) -> Cloud {
    let user = |existence| User {
        existence,
        ..User::default()
    };
    Cloud {
        users: Pair {
            first: User { file, ..user(a) },
            second: user(b),
        },
        files: Pair {
            first: one,
            second: two,
        },
        ..Cloud::default()
    }
}

/// A file that was uploaded just now.
fn new_file(owner: Option<UserId>) -> File {
    File {
        record: Some(Record {
            owner,
            deadline: Some(Deadline::default()),
            ..Record::default()
        }),
        object: Some(Object {
            is_tagged: true,
            is_old: false,
        }),
        is_known: true,
        last_owner: owner,
        ..File::default()
    }
}

/// A file to which a profile has referred for a long time.
fn claimed_file(owner: UserId) -> File {
    File {
        record: Some(Record {
            owner: Some(owner),
            ..Record::default()
        }),
        object: Some(Object {
            is_tagged: false,
            is_old: true,
        }),
        is_known: true,
        last_owner: Some(owner),
        ..File::default()
    }
}

/// An upload that has all its parts.
fn open_upload(owner: Option<UserId>, is_valid: bool) -> Upload {
    Upload {
        record: Some(UploadRecord { owner, outcome: None }),
        is_open: true,
        is_valid,
        is_known: true,
        ..Upload::default()
    }
}
