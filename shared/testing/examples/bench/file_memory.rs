//! How much memory the functions that take and delete whole files have at most, with the largest that they take.

use testing::{Call, File, Function, Person, Stack};

use crate::photo::photo;

/// The largest CV (spec §9).
const CV_MAX: usize = 2 * 1024 * 1024;
/// As many pixels as the largest photos of phones have.
const PHOTO: (u32, u32) = (8160, 6120);

pub(crate) async fn measure() {
    let stack = Stack::running();
    let document = Function::deployed("file-document", &stack, "FileDocumentFunction", &[]).await;
    let image = Function::deployed("file-image", &stack, "FileImageFunction", &[]).await;
    let delete = Function::deployed("file-delete", &stack, "FileDeleteFunction", &[]).await;

    let mut cv = b"%PDF-1.7".to_vec();
    cv.resize(CV_MAX, b' ');
    taken(&document, &Call::post("/file/document").file("document", "cv.pdf", &cv)).await;

    taken(
        &image,
        &Call::post("/file/image").file("image", "me.jpg", &photo(PHOTO)),
    )
    .await;

    let token = Person::verified(&stack).await.token(&stack).await;
    let file = File::document(&stack, Some(&token)).await;
    let reply = delete
        .send(&Call::delete(&format!("/file/{}", file.id)).bearer(&token))
        .await;
    assert_eq!(reply.status, 200, "{reply:?}");

    for (name, function) in [
        ("document, of 2 MiB", &document),
        ("image, of 50 million pixels", &image),
        ("delete", &delete),
    ] {
        let peak = function.peak_memory().unwrap_or_else(|| "not known".to_owned());
        println!("most memory of {name}: {peak}");
    }
}

async fn taken(function: &Function, call: &Call) {
    let reply = function.send(call).await;
    assert_eq!(reply.status, 201, "{reply:?}");
}
