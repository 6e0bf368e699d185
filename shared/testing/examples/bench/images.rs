//! Images for measurements: with many pixels, and few enough bytes for the gateway.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

/// A JPEG of one color with this width and height.
pub(crate) fn jpeg((width, height): (u32, u32)) -> Vec<u8> {
    encoded(&DynamicImage::new_rgb8(width, height), ImageFormat::Jpeg)
}

/// A transparent PNG with this width and height, in the color type of the most bytes for each pixel.
pub(crate) fn png((width, height): (u32, u32)) -> Vec<u8> {
    encoded(&DynamicImage::new_rgba16(width, height), ImageFormat::Png)
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("the image can be encoded");
    bytes.into_inner()
}
