//! How much memory the functions that take and delete whole files have at most, with the largest that they take.
//!
//! Run by `scripts/bench`, which starts the stack and names the functions' binaries.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement stops at what is wrong, and prints"
)]

mod photo;

use testing::{Call, File, Function, Person, Stack};

use photo::photo;

/// The largest CV (spec §9).
const CV_MAX: usize = 2 * 1024 * 1024;
/// As many pixels as the largest photos of phones have.
const PHOTO: (u32, u32) = (8160, 6120);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut binaries = std::env::args().skip(1);
    let mut binary = || binaries.next().expect("the paths of the three functions");
    let stack = Stack::running();
    let document = Function::deployed(&binary(), &stack, "FileDocumentFunction", &[]).await;
    let image = Function::deployed(&binary(), &stack, "FileImageFunction", &[]).await;
    let delete = Function::deployed(&binary(), &stack, "FileDeleteFunction", &[]).await;

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
