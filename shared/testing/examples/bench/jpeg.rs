//! An image for measurements.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};

/// A JPEG of one color with this width and height. It has many pixels, and few enough bytes for the gateway.
pub(crate) fn jpeg((width, height): (u32, u32)) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height)
        .write_to(&mut bytes, ImageFormat::Jpeg)
        .expect("the image can be encoded");
    bytes.into_inner()
}
