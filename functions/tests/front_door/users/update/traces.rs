//! What an edit sends to AWS is a path of the model of files (`shared/model`).

use testing::{
    Stack, TestFile, TestRequest,
    traces::{self, FileId, FilesRequest, FilesScene, UserId},
};

use super::{DEPLOYED, SignedInUser, Teacher, profile};

/// A scene with the teacher, the CV of the profile and another file.
fn replacement(stack: &Stack, teacher: &Teacher, file: &TestFile) -> FilesScene {
    FilesScene::new(stack, FilesRequest::Update(UserId::A, Some(FileId::Two)))
        .user(UserId::A, &teacher.signed_in.user)
        .file(FileId::One, &teacher.cv)
        .file(FileId::Two, file)
}

async fn new_cv(stack: &Stack, teacher: &Teacher) -> TestFile {
    TestFile::upload_document(stack, Some(&teacher.signed_in.token)).await
}

#[tokio::test]
async fn replacing_a_file_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let teacher = Teacher::create(stack).await;
        let cv = new_cv(stack, &teacher).await;
        let scene = replacement(stack, &teacher, &cv).observed(stack).await;
        (teacher.update(&cv, Some(&teacher.video)), scene)
    })
    .await;
}

#[tokio::test]
async fn releasing_a_file_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let teacher = Teacher::create(stack).await;
        let scene = FilesScene::new(stack, FilesRequest::Update(UserId::A, None))
            .user(UserId::A, &teacher.signed_in.user)
            .file(FileId::One, &teacher.video);
        (teacher.update(&teacher.cv, None), scene.observed(stack).await)
    })
    .await;
}

#[tokio::test]
async fn an_edit_without_files_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let signed_in = SignedInUser::create(stack).await;
        let scene = FilesScene::new(stack, FilesRequest::Update(UserId::A, None)).user(UserId::A, &signed_in.user);
        (signed_in.update(&profile()), scene.observed(stack).await)
    })
    .await;
}

/// An edit that is refused because of the file.
async fn refused(stack: &Stack, file: impl AsyncFn(&Stack, &Teacher) -> TestFile) -> (TestRequest, FilesScene) {
    let teacher = Teacher::create(stack).await;
    let file = file(stack, &teacher).await;
    let scene = replacement(stack, &teacher, &file);
    (teacher.update(&file, Some(&teacher.video)), scene.observed(stack).await)
}

#[tokio::test]
async fn refusing_a_deleted_file_is_a_path_of_the_model() {
    let prepare = async |stack: &Stack| {
        let deleted = async |stack: &Stack, teacher: &Teacher| {
            new_cv(stack, teacher)
                .await
                .with_attribute(stack, "deleted", true)
                .await
        };
        refused(stack, deleted).await
    };
    traces::check(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn refusing_a_locked_file_is_a_path_of_the_model() {
    let prepare = async |stack: &Stack| {
        let locked = async |stack: &Stack, teacher: &Teacher| {
            let cv = new_cv(stack, teacher).await;
            cv.with_attribute(stack, "taggingUntil", 4_102_444_800_u64).await
        };
        refused(stack, locked).await
    };
    traces::check_without_faults(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn refusing_a_file_without_an_object_is_a_path_of_the_model() {
    let prepare = async |stack: &Stack| {
        let lost = async |stack: &Stack, teacher: &Teacher| new_cv(stack, teacher).await.without_object(stack).await;
        refused(stack, lost).await
    };
    traces::check(DEPLOYED, prepare).await;
}

#[tokio::test]
async fn refusing_the_file_of_another_user_is_a_path_of_the_model() {
    traces::check_without_faults(DEPLOYED, async |stack| {
        let (teacher, other) = (Teacher::create(stack).await, SignedInUser::create(stack).await);
        let cv = TestFile::upload_document(stack, Some(&other.token)).await;
        let scene = replacement(stack, &teacher, &cv).user(UserId::B, &other.user);
        (teacher.update(&cv, Some(&teacher.video)), scene.observed(stack).await)
    })
    .await;
}

/// The handler reads the profile again, and saves it.
#[tokio::test]
async fn saving_after_another_edit_is_a_path_of_the_model() {
    traces::check_with_another(
        DEPLOYED,
        ("dynamodb TransactWriteItems users files", 1),
        async |stack| {
            let teacher = Teacher::create(stack).await;
            let cv = new_cv(stack, &teacher).await;
            let scene = replacement(stack, &teacher, &cv).observed(stack).await;
            let (edit, another) = (
                teacher.update(&cv, Some(&teacher.video)),
                teacher.update(&teacher.cv, Some(&teacher.video)),
            );
            (edit, scene, another, FilesRequest::Update(UserId::A, Some(FileId::One)))
        },
    )
    .await;
}
