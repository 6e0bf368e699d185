//! Images of two colors, variants with metadata, and images without pixels.

pub(crate) mod extreme;

use std::io::Cursor;

use image::{
    DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
};

/// An image that is red on the left and blue on the right.
pub(crate) fn two_colors(width: u32, height: u32) -> DynamicImage {
    let color = |x, _| {
        if x < width / 2 {
            Rgb([255, 0, 0])
        } else {
            Rgb([0, 0, 255])
        }
    };
    RgbImage::from_fn(width, height, color).into()
}

pub(crate) fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("an encoded image");
    bytes.into_inner()
}

/// A JPEG whose Exif orientation turns it clockwise by 90 degrees.
pub(crate) fn with_orientation(jpeg: &[u8]) -> Vec<u8> {
    // One entry: tag 0x0112 (orientation), type short, count 1, value 6.
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(exif.len() + 2).expect("a short segment").to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, exif, &jpeg[2..]].concat()
}

/// The file of an image with a color profile, as PNG or JPEG.
pub(crate) fn with_profile(image: &DynamicImage, format: ImageFormat, profile: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Png => write(PngEncoder::new(&mut bytes), image, profile),
        _ => write(JpegEncoder::new_with_quality(&mut bytes, 100), image, profile),
    }
    bytes
}

fn write(mut encoder: impl ImageEncoder, image: &DynamicImage, profile: Option<&[u8]>) {
    if let Some(profile) = profile {
        encoder.set_icc_profile(profile.to_vec()).expect("a profile");
    }
    image.write_with_encoder(encoder).expect("an encoded image");
}

pub(crate) fn with_chunk(png: &[u8], kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let after_header = 8 + 25;
    [&png[..after_header], &chunk(kind, content), &png[after_header..]].concat()
}

/// A PNG without pixels, whose header declares this size, depth and color type.
pub(crate) fn png((width, height): (u32, u32), depth: u8, color: u8) -> Vec<u8> {
    let header = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, color, 0, 0, 0],
    ]
    .concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(*b"IHDR", &header),
        chunk(*b"IDAT", &[]),
        chunk(*b"IEND", &[]),
    ]
    .concat()
}

/// About this many zeros in the format of zlib, without an end: a bomb.
pub(crate) fn zlib_of_zeros(length: usize) -> Vec<u8> {
    // With the fixed codes, these bits repeat the previous byte 258 times.
    const REPETITION: [u8; 13] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0];
    const BLOCK_WITH_FIXED_CODES: [u8; 3] = [1, 1, 0];
    let bits: Vec<u8> = [&BLOCK_WITH_FIXED_CODES[..], &REPETITION.repeat(10)].concat();
    let byte = |index: usize| (0..8).map(|bit| bits[8 * index + bit] << bit).sum::<u8>();
    let period: Vec<u8> = (1..14).map(byte).collect();
    let block_of_one_zero = [0, 1, 0, 0xfe, 0xff, 0];
    [
        &[0x78, 1],
        &block_of_one_zero[..],
        &[byte(0)],
        &period.repeat(length / (258 * 8)),
    ]
    .concat()
}

fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a short chunk").to_be_bytes();
    let checked = [&kind[..], content].concat();
    let sum = crc32(&checked).to_be_bytes();
    [&length[..], &checked, &sum].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}
