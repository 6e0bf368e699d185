//! What a deletion sends to AWS is a path of the model of files (`shared/model`).

use testing::{
    Stack, TestFile, TestRequest, TestUser,
    traces::{self, FileId, FilesRequest, FilesScene, UserId},
};

use super::{DEPLOYED, SignedInUser};

fn scene(stack: &Stack, signed_in: &SignedInUser) -> FilesScene {
    FilesScene::new(stack, FilesRequest::DeleteUser(UserId::A)).user(UserId::A, &signed_in.user)
}

#[tokio::test]
async fn deleting_a_user_with_a_file_and_an_upload_is_a_path_of_the_model() {
    traces::check(DEPLOYED, async |stack| {
        let signed_in = SignedInUser::create(stack).await;
        let file = TestFile::upload_document(stack, Some(&signed_in.token)).await;
        let upload = signed_in.start_video_upload(stack).await;
        upload.put_object(stack).await;
        let scene = scene(stack, &signed_in).file(FileId::One, &file);
        let scene = scene.upload(stack, &upload.upload, false).await;
        (signed_in.delete(), scene.observed(stack).await)
    })
    .await;
}

#[tokio::test]
async fn deleting_a_user_whose_profile_refers_to_a_file_is_a_path_of_the_model() {
    traces::check_without_faults(DEPLOYED, async |stack| {
        let cv = TestFile::upload_document(stack, None).await;
        let registration = TestUser::teacher_registration(stack, &cv, None).await;
        let user = TestUser::verified_with(stack, &registration).await;
        let signed_in = SignedInUser::sign_in(stack, user).await;
        let scene = scene(stack, &signed_in).file(FileId::One, &cv);
        (signed_in.delete(), scene.observed(stack).await)
    })
    .await;
}

/// The profile refers to a file that the deletion has not found.
#[tokio::test]
async fn deleting_a_user_who_claims_a_file_meanwhile_is_a_path_of_the_model() {
    traces::check_with_another(
        DEPLOYED,
        ("dynamodb TransactWriteItems users uploads", 1),
        async |stack| {
            let signed_in = SignedInUser::create(stack).await;
            let image = TestFile::upload_image(stack, None).await;
            let scene = scene(stack, &signed_in).file(FileId::One, &image);
            let mut claim = signed_in.user.profile_update();
            claim["image"] = image.id.as_str().into();
            let path = format!("/users/{}", signed_in.user.id);
            let claim = TestRequest::put(&path).bearer(&signed_in.token).json(&claim);
            (
                signed_in.delete(),
                scene.observed(stack).await,
                claim,
                FilesRequest::Update(UserId::A, Some(FileId::One)),
            )
        },
    )
    .await;
}
