//! Images that declare or unpack to far more than their bytes.

use super::{
    FUNCTION, any_image,
    images::{png, with_chunk, zlib_of_zeros},
    upload,
};
use crate::prelude::*;

/// The size in pixels of an image that unpacks to 256 MiB or more from 32 kB.
const HUGE: u32 = 16_384;
/// What the function may take while it refuses images, in KiB: about three times what it takes for small images.
const MAX_MEMORY: u64 = 96 * 1024;

/// A frame header of a progressive JPEG, and the starts of its scans.
fn jpeg((width, height): (u16, u16), scans: usize) -> Vec<u8> {
    let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
    [
        b"\xff\xd8\xff\xc2\0\x11\x08".as_slice(),
        &size,
        b"\x03\x01\x22\0\x02\x11\0\x03\x11\0",
        &b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\0\0\0".repeat(scans),
    ]
    .concat()
}

/// A GIF of this size, with a frame of that size.
fn gif(image: u16, frame: u16) -> Vec<u8> {
    let side = image.to_le_bytes();
    let frame = frame.to_le_bytes();
    let palette = [0, 0, 0, 255, 255, 255];
    [
        b"GIF89a".as_slice(),
        &side,
        &side,
        b"\x80\0\0",
        &palette,
        b",\0\0\0\0",
        &frame,
        &frame,
        b"\0\x02\x01\x04\0;",
    ]
    .concat()
}

fn webp(side: u32, flags: u8, chunks: &[Vec<u8>]) -> Vec<u8> {
    let side = (side - 1).to_le_bytes();
    let header = riff(b"VP8X", &[&[flags, 0, 0, 0], &side[..3], &side[..3]].concat());
    let content = [b"WEBP".to_vec(), header, chunks.concat()].concat();
    riff(b"RIFF", &content)
}

/// A lossy frame of this size without its pixels.
fn vp8(side: u16) -> Vec<u8> {
    let side = side.to_le_bytes();
    riff(
        b"VP8 ",
        &[b"\x10\0\0\x9d\x01\x2a".as_slice(), &side, &side, &[0; 64]].concat(),
    )
}

/// A lossless frame of this size without its pixels.
fn vp8l(side: u32) -> Vec<u8> {
    let sides = ((side - 1) | (side - 1) << 14).to_le_bytes();
    riff(b"VP8L", &[&[0x2f], sides.as_slice(), &[0; 64]].concat())
}

/// A frame of an animation at the origin, of one pixel, with these chunks.
fn frame(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff(b"ANMF", &[vec![0; 16], chunks.concat()].concat())
}

fn riff(kind: &[u8], content: &[u8]) -> Vec<u8> {
    riff_of_length(kind, content.len(), content)
}

fn riff_of_length(kind: &[u8], length: usize, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(length).expect("less than 4 GiB").to_le_bytes();
    let padding = vec![0; content.len() % 2];
    [kind, length.as_slice(), content, &padding].concat()
}

#[tokio::test]
async fn refuses_images_by_the_size_that_they_declare() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[]).await;
    let (gray, rgba) = (0, 6);
    let animation = riff(b"ANIM", &[0; 6]);
    for (content, expected) in [
        (png((HUGE, HUGE), 1, gray), "image_too_many_pixels"),
        (png((HUGE, HUGE), 8, rgba), "image_too_many_pixels"),
        (png((u32::MAX >> 1, u32::MAX >> 1), 16, rgba), "image_too_many_pixels"),
        (png((5_001, 5_000), 8, gray), "image_too_many_pixels"),
        (jpeg((65_500, 65_500), 1), "image_too_many_pixels"),
        (jpeg((5_001, 5_000), 1), "image_too_many_pixels"),
        (jpeg((5_000, 5_000), 17), "image_too_many_pixels"),
        (gif(65_535, 65_535), "image_too_many_pixels"),
        (gif(1, 65_535), "image_too_many_pixels"),
        (webp(HUGE, 0, &[vp8(16_383)]), "image_too_many_pixels"),
        (webp(4_600, 0, &[vp8l(4_600)]), "image_too_many_pixels"),
        // Frames that are larger than their image.
        (webp(1, 0, &[vp8(16_383)]), "image_file_type_wrong"),
        (webp(1, 0, &[vp8l(HUGE)]), "image_file_type_wrong"),
        (
            webp(1, 2, &[animation.clone(), frame(&[vp8(16_383)])]),
            "image_file_type_wrong",
        ),
        (
            webp(1, 2, &[animation, frame(&[riff(b"ALPH", &[0]), vp8(16_383)])]),
            "image_file_type_wrong",
        ),
        // Metadata that is longer than the file.
        (
            webp(1, 8, &[vp8(1), riff_of_length(b"EXIF", 0xffff_fff0, b"MM\0*")]),
            "image_file_type_wrong",
        ),
    ] {
        let response = function.send(&upload(&content)).await;
        let start = &content[..content.len().min(60)];
        assert_eq!(response.status_and_code().1, expected, "{}", start.escape_ascii());
    }
    assert_memory(&function);
}

#[tokio::test]
async fn ignores_a_color_profile_that_unpacks_to_more_than_16_mib() {
    let stack = Stack::running();
    let function = FUNCTION.start(&stack, &[]).await;
    let profile = [b"bomb\0\0".to_vec(), zlib_of_zeros(256 * 1024 * 1024)].concat();
    let bomb = with_chunk(&any_image(), *b"iCCP", &profile);
    expect!(function.send(&upload(&bomb)), 201);
    assert_memory(&function);
}

/// The peak of the process is known on Linux only.
fn assert_memory(function: &Function) {
    let Some(peak) = function.peak_memory() else { return };
    assert!(peak < MAX_MEMORY, "{peak} KiB");
}
