//! What a registration sends to AWS is a path of the model of files (`shared/model`).

use testing::{
    Stack, TestFile, TestRequest, TestUser,
    traces::{self, FileId, FilesRequest, FilesScene, UserId},
};

use super::{DEPLOYED, email, register};

/// The registration of a teacher with that CV, by the email address of a user, or a new one.
async fn registration(stack: &Stack, cv: &TestFile, user: Option<&TestUser>) -> (TestRequest, FilesScene) {
    let mut registration = TestUser::teacher_registration(stack, cv, None).await;
    if let Some(user) = user {
        registration["email"] = user.email.as_str().into();
    }
    let scene = FilesScene::new(stack, FilesRequest::Register(UserId::B, FileId::One))
        .email(UserId::B, email(&registration))
        .file(FileId::One, cv);
    (register(&registration), scene)
}

#[tokio::test]
async fn claiming_a_file_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let cv = TestFile::upload_document(stack, None).await;
        let (request, scene) = registration(stack, &cv, None).await;
        (request, scene.observed(stack).await)
    })
    .await;
}

#[tokio::test]
async fn refusing_an_existing_email_address_is_a_path_of_the_model() {
    traces::check_without_faults(DEPLOYED, async |stack| {
        let user = TestUser::registered(stack).await;
        let cv = TestFile::upload_document(stack, None).await;
        let (request, scene) = registration(stack, &cv, Some(&user)).await;
        (request, scene.user(UserId::B, &user).observed(stack).await)
    })
    .await;
}

#[tokio::test]
async fn refusing_the_file_of_another_user_is_a_path_of_the_model() {
    traces::check_without_faults(DEPLOYED, async |stack| {
        let owner = TestUser::verified(stack).await;
        let cv = TestFile::upload_document(stack, Some(&owner.access_token(stack).await)).await;
        let (request, scene) = registration(stack, &cv, None).await;
        (request, scene.user(UserId::A, &owner).observed(stack).await)
    })
    .await;
}
