//! Pictures of two colours, as they are and as they should not be.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// Red on the left, blue on the right.
pub(crate) fn two_colours(width: u32, height: u32) -> DynamicImage {
    let colour = |x, _| {
        if x < width / 2 {
            Rgb([255, 0, 0])
        } else {
            Rgb([0, 0, 255])
        }
    };
    RgbImage::from_fn(width, height, colour).into()
}

/// A picture's file.
pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

/// A JPEG that says to be turned by a quarter, clockwise, to be upright.
pub(crate) fn turned(jpeg: &[u8]) -> Vec<u8> {
    // One entry: the orientation (0x0112), a short, of which there is one, is 6.
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(exif.len() + 2).expect("a short segment").to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, exif, &jpeg[2..]].concat()
}

/// A PNG with a text in it.
pub(crate) fn with_words(png: &[u8], words: &[u8]) -> Vec<u8> {
    let after_header = 8 + 25;
    [
        &png[..after_header],
        &chunk(*b"tEXt", &[b"Comment\0", words].concat()),
        &png[after_header..],
    ]
    .concat()
}

/// A PNG that is said to be large and has no pixels.
pub(crate) fn lying_png(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(*b"IHDR", &header),
        chunk(*b"IDAT", &[]),
        chunk(*b"IEND", &[]),
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
