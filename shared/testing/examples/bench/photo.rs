//! A photo for measurements.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};

/// A JPEG of one colour, that wide and high: many pixels, and few enough bytes for the gateway.
pub(crate) fn photo((width, height): (u32, u32)) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height)
        .write_to(&mut bytes, ImageFormat::Jpeg)
        .expect("a picture can be written");
    bytes.into_inner()
}
