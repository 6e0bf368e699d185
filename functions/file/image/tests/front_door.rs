//! `POST /file/image`, through the gateway of the running stack, and in environments that a deployed function cannot have.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

mod pictures;

use image::{GenericImageView, ImageFormat};
use insta::assert_json_snapshot;
use pictures::{encoded, lying_png, turned, two_colours, with_words};
use serde_json::Value;
use testing::{
    Call, Download, Function, Person, Stack,
    faults::{self, Fault},
};

const BINARY: &str = "file-image";
const NAME: &str = "FileImageFunction";
const DEPLOYED: faults::Deployed<'_> = faults::Deployed {
    binary: BINARY,
    name: NAME,
    others: &[],
};
const MEBIBYTE: usize = 1024 * 1024;

fn upload(content: &[u8]) -> Call {
    Call::post("/file/image").file("image", "IMG_0001.png", content)
}

fn any_picture() -> Vec<u8> {
    encoded(&two_colours(20, 10), ImageFormat::Png)
}

/// What the address of an uploaded photo gives.
async fn kept(stack: &Stack, content: &[u8]) -> Download {
    let reply = stack.send(&upload(content)).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    Download::of(reply.data()["url"].as_str().expect("an address")).await
}

#[tokio::test]
async fn a_photo_is_kept_for_a_day_and_its_name_is_not() {
    let stack = Stack::running();
    let reply = stack.send(&upload(&any_picture())).await;
    assert_json_snapshot!(reply, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });

    let id = reply.data()["_id"].as_str().expect("an id");
    let table = stack.tables.get("files").expect("the files table");
    let record = stack.item(table, ("fileId", id)).await;
    assert_json_snapshot!(record, {
        ".fileId" => "[id]", ".createdAt" => "[time]", ".expiresAt" => "[time]", ".size" => "[size]"
    });
    assert_eq!(stack.tags("files", &format!("image/{id}")).await, ["claim=pending"]);
}

#[tokio::test]
async fn every_format_becomes_a_jpeg_that_fits() {
    let stack = Stack::running();
    for (format, sent, fitting) in [
        (ImageFormat::Jpeg, (1600, 1200), (800, 600)),
        (ImageFormat::Png, (500, 1000), (400, 800)),
        (ImageFormat::WebP, (801, 801), (800, 800)),
        (ImageFormat::Gif, (800, 10), (800, 10)),
        (ImageFormat::Png, (1, 1), (1, 1)),
        (ImageFormat::Png, (5000, 2), (800, 1)),
    ] {
        let photo = kept(&stack, &encoded(&two_colours(sent.0, sent.1), format)).await;
        assert_eq!(
            (photo.status, photo.content_type.as_str(), photo.disposition.as_str()),
            (
                200,
                "image/jpeg",
                "inline; filename=\"photo.jpg\"; filename*=UTF-8''photo.jpg"
            )
        );
        let picture = image::load_from_memory_with_format(&photo.bytes, ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!(picture.dimensions(), fitting, "{format:?} of {sent:?}");
    }
}

#[tokio::test]
async fn a_photo_is_upright_and_says_nothing_but_the_picture() {
    let stack = Stack::running();
    let picture = encoded(&two_colours(40, 20), ImageFormat::Jpeg);
    let photo = kept(&stack, &turned(&picture)).await;
    let upright = image::load_from_memory(&photo.bytes).expect("a JPEG");
    assert_eq!(
        upright.dimensions(),
        (20, 40),
        "it was taken with the camera on its side"
    );
    let (top, bottom) = (upright.get_pixel(10, 5), upright.get_pixel(10, 35));
    assert!(
        top[0] > 200 && bottom[2] > 200,
        "red is above blue: {top:?}, {bottom:?}"
    );
    assert!(!contains(&photo.bytes, b"Exif"));

    let photo = kept(&stack, &with_words(&any_picture(), b"taken at home <script>")).await;
    assert!(!contains(&photo.bytes, b"home"));
}

#[tokio::test]
async fn what_shows_through_is_white() {
    let stack = Stack::running();
    let clear = image::RgbaImage::from_pixel(16, 16, image::Rgba([0, 0, 0, 0]));
    let photo = kept(&stack, &encoded(&clear.into(), ImageFormat::Png)).await;
    let picture = image::load_from_memory(&photo.bytes).expect("a JPEG");
    assert!(picture.get_pixel(8, 8).0[..3].iter().all(|colour| *colour > 250));
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn what_is_no_photo_is_refused_whatever_it_says_to_be() {
    let stack = Stack::running();
    let png = any_picture();
    let cut_off = |format| {
        let whole = encoded(&two_colours(300, 300), format);
        whole[..40].to_vec()
    };
    for content in [
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec(),
        b"%PDF-1.7".to_vec(),
        b"BM\0\0\0\0".to_vec(),
        b"\x89PNG\r\n\x1a\n".to_vec(),
        b"\xff\xd8\xff\xe0".to_vec(),
        b"GIF89a".to_vec(),
        b"RIFF\x10\0\0\0WEBPVP8 ".to_vec(),
        png[1..].to_vec(),
        cut_off(ImageFormat::Png),
        cut_off(ImageFormat::WebP),
        cut_off(ImageFormat::Gif),
    ] {
        let reply = stack.send(&upload(&content)).await;
        assert_eq!(
            reply.outcome(),
            (415, "image_file_type_wrong"),
            "{}",
            content.escape_ascii()
        );
    }
    let reply = stack.send(&upload(b"none").query("lang", "fr")).await;
    assert_json_snapshot!(reply);
}

#[tokio::test]
async fn a_photo_has_five_mebibytes_and_an_end() {
    let stack = Stack::running();
    // More than the gateway takes, and so without it.
    let function = Function::deployed(BINARY, &stack, NAME, &[]).await;
    let of_size = |size| {
        let mut content = any_picture();
        content.resize(size, 0);
        upload(&content)
    };
    assert_eq!(function.send(&of_size(5 * MEBIBYTE)).await.status, 201);
    let reply = function.send(&of_size(5 * MEBIBYTE + 1).query("lang", "ar")).await;
    assert_json_snapshot!(reply);

    let reply = stack.send(&upload(&lying_png(60_000, 60_000))).await;
    assert_eq!(reply.outcome(), (413, "image_file_too_large"));
}

#[tokio::test]
async fn a_form_without_a_photo_is_a_400() {
    let stack = Stack::running();
    let call = || Call::post("/file/image");
    for call in [
        call(),
        call().body("{}"),
        call().file("document", "photo.png", &any_picture()),
        call().file("image", "photo.png", b""),
    ] {
        assert_eq!(stack.send(&call).await.outcome(), (400, "file_missing"), "{call:?}");
    }
    let cut_off = upload(&any_picture()).cut_off();
    assert_eq!(stack.send(&cut_off).await.outcome(), (400, "malformed_request"));
}

async fn upload_of_somebody(stack: &Stack) -> (Call, Person) {
    let person = Person::verified(stack).await;
    let token = person.token(stack).await;
    (upload(&any_picture()).bearer(&token), person)
}

#[tokio::test]
async fn photos_and_documents_count_together() {
    let stack = Stack::running();
    testing::in_one_window(std::time::Duration::from_hours(1), async || {
        let person = Person::registered(&stack).await;
        let (_, secret) = stack.secret("origin").await;
        let function = Function::deployed(BINARY, &stack, NAME, &[("LIMIT_UPLOADS_PER_ADDRESS", "1")]).await;
        let from_address = |call: Call| call.through_cdn(&secret, &person.client_address());

        let document = Call::post("/file/document").file("document", "cv.pdf", b"%PDF-1.7");
        assert_eq!(stack.send(&from_address(document)).await.status, 201);
        let reply = function.send(&from_address(upload(&any_picture()))).await;
        assert_eq!(reply.outcome(), (429, "too_many_requests"));
    })
    .await;
}

#[tokio::test]
async fn whatever_fails_there_is_no_object_without_a_record_and_none_that_stays() {
    faults::check_each_step(DEPLOYED, upload_of_somebody, async |case, person| {
        let stack = Stack::running();
        let objects = case.objects("files").await;
        let records = case.items("files").await;
        let kept = case.reply.status == 201 || (case.fault() == Fault::AnswerLost && case.request() == "s3 PutObject");
        assert_eq!(objects.len(), usize::from(kept), "{objects:?}");
        for key in &objects {
            assert_eq!(stack.tags("files", key).await, ["claim=pending"]);
        }
        assert!(records.len() >= objects.len());
        let is_theirs = |record: &Value| record["owner"] == person.id.as_str() && record["expiresAt"].is_u64();
        assert!(records.iter().all(is_theirs), "{records:?}");
        assert_eq!(case.again().await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn every_variable_is_required() {
    let variables = Stack::variables_of(NAME);
    faults::check_each_variable_is_required(BINARY, &variables, &upload(&any_picture())).await;
}
