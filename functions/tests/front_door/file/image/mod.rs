//! Front-door tests of `POST /file/image`.
//!
//! Protected here: the accepted types and sizes, the removal of metadata by re-encoding, the expiry of unclaimed images, and the rate
//! limit of uploads. `hostile` has images that declare or unpack to too much, and `extreme` the costliest that are accepted.

mod extreme;
mod hostile;
mod images;

use image::{DynamicImage, GenericImageView, GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use images::{encoded, two_colors, with_chunk, with_orientation, with_profile};
use moxcms::ColorProfile;

use crate::prelude::*;

const FUNCTION: DeployedFunction = DeployedFunction::named("file-image");
const MEBIBYTE: usize = 1024 * 1024;

fn upload(content: &[u8]) -> TestRequest {
    TestRequest::post("/file/image").file("image", "IMG_0001.png", content)
}

fn any_image() -> Vec<u8> {
    encoded(&two_colors(20, 10), ImageFormat::Png)
}

async fn upload_and_download(stack: &Stack, content: &[u8]) -> Download {
    download_of(stack, &upload(content)).await
}

async fn download_of(stack: &Stack, upload: &TestRequest) -> Download {
    let response = expect!(stack.send(upload), 201);
    Download::from_url(response.data()["url"].as_str().expect("a URL")).await
}

#[tokio::test]
async fn stores_an_unclaimed_image_without_its_name() {
    let stack = Stack::running();
    let response = stack.send(&upload(&any_image())).await;
    assert_json_snapshot!(response, { ".body.data._id" => "[id]", ".body.data.url" => "[url]" });

    let id = response.data()["_id"].as_str().expect("an id");
    let table = stack.tables.get("files").expect("the files table");
    let record = stack.get_item(table, ("fileId", id)).await;
    assert_json_snapshot!(record, {
        ".fileId" => "[id]", ".createdAt" => "[time]", ".expiresAt" => "[time]", ".size" => "[size]"
    });
    assert!(stack.has_object("files", &format!("image/{id}")).await);
}

#[tokio::test]
async fn reencodes_every_format_as_a_jpeg_of_at_most_800_pixels() {
    let stack = Stack::running();
    for (format, sent, expected) in [
        (ImageFormat::Jpeg, (1600, 1200), (800, 600)),
        (ImageFormat::Png, (500, 1000), (400, 800)),
        (ImageFormat::WebP, (801, 801), (800, 800)),
        (ImageFormat::Gif, (800, 10), (800, 10)),
        (ImageFormat::Png, (1, 1), (1, 1)),
        (ImageFormat::Png, (5000, 2), (800, 1)),
    ] {
        let image_file = upload_and_download(&stack, &encoded(&two_colors(sent.0, sent.1), format)).await;
        assert_eq!(
            (
                image_file.status,
                image_file.content_type.as_str(),
                image_file.disposition.as_str()
            ),
            (
                200,
                "image/jpeg",
                "inline; filename=\"photo.jpg\"; filename*=UTF-8''photo.jpg"
            )
        );
        let image = image::load_from_memory_with_format(&image_file.bytes, ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!(image.dimensions(), expected, "{format:?} of {sent:?}");
    }
}

#[tokio::test]
async fn the_photo_of_a_paper_has_at_most_1600_pixels() {
    let stack = Stack::running();
    let paper = |content: &[u8]| TestRequest::post("/file/image").file("paper", "slip.png", content);
    for (sent, expected) in [
        ((4000, 2000), (1600, 800)),
        ((1600, 1200), (1600, 1200)),
        ((900, 10), (900, 10)),
    ] {
        let content = encoded(&two_colors(sent.0, sent.1), ImageFormat::Png);
        let image_file = download_of(&stack, &paper(&content)).await;
        let image = image::load_from_memory_with_format(&image_file.bytes, ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!(image.dimensions(), expected, "{sent:?}");
    }
    let both = paper(&any_image()).file("image", "me.png", &encoded(&two_colors(1000, 10), ImageFormat::Png));
    let image_file = download_of(&stack, &both).await;
    let image = image::load_from_memory(&image_file.bytes).expect("a JPEG");
    assert_eq!(image.dimensions(), (800, 8), "the field `image` comes first");
    refuses!(stack, paper(DOCUMENT), 415, "image_file_type_wrong");
}

/// The same numbers mean other colors with the profile of a phone's camera.
#[tokio::test]
async fn converts_the_colors_of_a_profile_to_srgb() {
    let stack = Stack::running();
    let p3 = ColorProfile::new_display_p3().encode().expect("a profile");
    let gray = ColorProfile::new_gray_with_gamma(1.0).encode().expect("a profile");
    let color = |red, green, blue| DynamicImage::from(RgbImage::from_pixel(16, 16, Rgb([red, green, blue])));
    let half = DynamicImage::from(GrayImage::from_pixel(16, 16, Luma([128])));
    for (image, profile, expected) in [
        // Outside of sRGB on one side only, so that the other parts show the conversion.
        (color(200, 100, 100), Some(p3.clone()), [214, 93, 96]),
        (color(200, 100, 100), None, [200, 100, 100]),
        (color(200, 100, 100), Some(gray.clone()), [200, 100, 100]),
        (color(200, 100, 100), Some(p3[..200].to_vec()), [200, 100, 100]),
        (half, Some(gray), [188, 188, 188]),
    ] {
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let image_file = upload_and_download(&stack, &with_profile(&image, format, profile.as_deref())).await;
            let pixel = image::load_from_memory(&image_file.bytes)
                .expect("a JPEG")
                .get_pixel(8, 8);
            let is_near = (0..3).all(|index| pixel[index].abs_diff(expected[index]) <= 3);
            assert!(is_near, "{format:?} {pixel:?} {expected:?}");
        }
    }
}

#[tokio::test]
async fn applies_the_orientation_and_removes_metadata() {
    let stack = Stack::running();
    let image = encoded(&two_colors(40, 20), ImageFormat::Jpeg);
    let image_file = upload_and_download(&stack, &with_orientation(&image)).await;
    let upright = image::load_from_memory(&image_file.bytes).expect("a JPEG");
    assert_eq!(upright.dimensions(), (20, 40), "the orientation is applied");
    let (top, bottom) = (upright.get_pixel(10, 5), upright.get_pixel(10, 35));
    assert!(
        top[0] > 200 && bottom[2] > 200,
        "red is above blue: {top:?}, {bottom:?}"
    );
    assert!(!contains(&image_file.bytes, b"Exif"));

    let image_file = upload_and_download(
        &stack,
        &with_chunk(&any_image(), *b"tEXt", b"Comment\0taken at home <script>"),
    )
    .await;
    assert!(!contains(&image_file.bytes, b"home"));
}

#[tokio::test]
async fn makes_transparent_pixels_white() {
    let stack = Stack::running();
    let transparent = image::RgbaImage::from_pixel(16, 16, image::Rgba([0, 0, 0, 0]));
    let image_file = upload_and_download(&stack, &encoded(&transparent.into(), ImageFormat::Png)).await;
    let image = image::load_from_memory(&image_file.bytes).expect("a JPEG");
    assert!(image.get_pixel(8, 8).0[..3].iter().all(|value| *value > 250));
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn rejects_other_file_types_whatever_their_name() {
    let stack = Stack::running();
    let png = any_image();
    let cut_off = |format| {
        let whole = encoded(&two_colors(300, 300), format);
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
        refuses!(stack, upload(&content), 415, "image_file_type_wrong");
    }
    let response = stack.send(&upload(b"none").query("lang", "fr")).await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn rejects_images_over_5_mib() {
    let stack = Stack::running();
    let of_size = |size| {
        let mut content = any_image();
        content.resize(size, 0);
        upload(&content)
    };
    expect!(stack.send(&of_size(4_400_000)), 201);
    // The gateway of AWS passes on no form of this size.
    for size in [4_500_000, 5 * MEBIBYTE] {
        refuses!(stack, of_size(size), 413, "request_too_large");
    }
    let response = stack.send(&of_size(5 * MEBIBYTE + 1).query("lang", "ar")).await;
    assert_json_snapshot!(response);
}

#[tokio::test]
async fn returns_400_for_a_form_without_an_image() {
    let stack = Stack::running();
    let request = || TestRequest::post("/file/image");
    for request in [
        request(),
        request().body("{}"),
        request().file("document", "photo.png", &any_image()),
        request().file("image", "photo.png", b""),
    ] {
        refuses!(stack, request, 400, "file_missing");
    }
    let cut_off = upload(&any_image()).truncated();
    refuses!(stack, cut_off, 400, "malformed_request");
}

async fn upload_as_signed_in_user(stack: &Stack) -> (TestRequest, TestUser) {
    let (user, token) = TestUser::signed_in(stack).await;
    (upload(&any_image()).bearer(&token), user)
}

#[tokio::test]
async fn images_and_documents_share_a_rate_limit() {
    let stack = Stack::running();
    testing::in_one_window(std::time::Duration::from_hours(1), async || {
        let user = TestUser::registered(&stack).await;
        let function = FUNCTION.start(&stack, &[("RATE_LIMITS", "UploadsPerIp:1")]).await;
        let from_address = |request: TestRequest| request.of_ip(&user.client_ip_and_port());

        let document = TestRequest::post("/file/document").file("document", "cv.pdf", DOCUMENT);
        expect!(stack.send(&from_address(document)), 201);
        refuses!(function, from_address(upload(&any_image())), 429, "too_many_requests");
    })
    .await;
}

#[tokio::test]
async fn after_any_fault_every_object_has_a_record_and_expires() {
    faults::check_every_fault(FUNCTION, upload_as_signed_in_user, async |case, user| {
        let objects = case.stored_objects("files").await;
        let records = case.stored_items("files").await;
        let stored = case.response.status == 201
            || (case.fault().is_carried_out() && case.failed_request() == "s3 PutObject")
            || case.failed_request() == "dynamodb TransactWriteItems files";
        assert_eq!(objects.len(), usize::from(stored), "{objects:?}");
        assert!(records.len() >= objects.len());
        let is_owned_and_expires = |record: &Value| record["owner"] == user.id.as_str() && record["expiresAt"].is_u64();
        assert!(records.iter().all(is_owned_and_expires), "{records:?}");
        expect!(case.retry(), 201);
    })
    .await;
}

endpoint_checks!(FUNCTION, every_variable_is_required(&upload(&any_image())),);
