//! Images for measurements.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

/// A JPEG of one color with this width and height.
pub(crate) fn jpeg((width, height): (u32, u32)) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::new_rgb8(width, height);
    image.write_to(&mut bytes, ImageFormat::Jpeg).expect("an encoded image");
    bytes.into_inner()
}
