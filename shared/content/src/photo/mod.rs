//! Re-encodes photos.

mod color;
mod limits;
mod webp;

use std::io::Cursor;

use image::{
    DynamicImage, ImageBuffer, ImageDecoder, ImageError, ImageFormat, ImageReader, Pixel, Primitive,
    codecs::jpeg::JpegEncoder, imageops::FilterType, metadata::Orientation,
};

/// The media type of a re-encoded photo.
pub const CONTENT_TYPE: &str = "image/jpeg";

const ACCEPTED_FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
/// The longest side of a re-encoded photo of a person, in pixels (spec §9).
pub const PERSON_SIDE: u32 = 800;
/// That of a sheet of paper, on which small letters stay readable.
pub const PAPER_SIDE: u32 = 1600;
/// The longest side for which the better filter is used: it copies the image into 16 bytes for each pixel.
const MAX_FILTERED_SIDE: u32 = 1600;
/// The JPEG quality, from 1 to 100 (spec §9).
const QUALITY: u8 = 80;

#[derive(Debug, PartialEq, Eq)]
pub enum PhotoError {
    /// It has no accepted format, or is malformed.
    NotAnImage,
    /// Decoding it would take more memory or time than allowed.
    TooManyPixels,
}

impl From<ImageError> for PhotoError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooManyPixels,
            _ => Self::NotAnImage,
        }
    }
}

/// Re-encodes a photo as JPEG: upright, in sRGB, scaled down to the longest side, without metadata. An animation becomes its first frame.
pub fn reencode(bytes: &[u8], longest_side: u32) -> Result<Vec<u8>, PhotoError> {
    let Decoded {
        mut image,
        orientation,
        profile,
    } = decode(bytes)?;
    flatten(&mut image);
    let pixels = color::to_srgb(shrink(image, longest_side), profile.as_deref());
    let mut image = DynamicImage::ImageRgb8(pixels);
    image.apply_orientation(orientation);

    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    image.write_with_encoder(encoder)?;
    Ok(jpeg)
}

struct Decoded {
    image: DynamicImage,
    orientation: Orientation,
    profile: Option<Vec<u8>>,
}

/// Decodes an image, and reads its orientation and color profile. Checks what the headers declare first, against decompression bombs.
fn decode(bytes: &[u8]) -> Result<Decoded, PhotoError> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(|_| PhotoError::NotAnImage)?;
    let format = reader.format().filter(|format| ACCEPTED_FORMATS.contains(format));
    let format = format.ok_or(PhotoError::NotAnImage)?;
    if format == ImageFormat::WebP {
        webp::check_chunks(bytes)?;
    }
    reader.limits(limits::of_metadata());
    let mut decoder = reader.into_decoder()?;
    decoder.set_limits(limits::of_pixels(format, bytes, &decoder)?)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default();
    Ok(Decoded {
        image: DynamicImage::from_decoder(decoder)?,
        orientation,
        profile,
    })
}

/// Scales a photo down to the longest side.
fn shrink(mut image: DynamicImage, side: u32) -> DynamicImage {
    let is_longer = |image: &DynamicImage, side| image.width().max(image.height()) > side;
    if is_longer(&image, MAX_FILTERED_SIDE) {
        image = image.thumbnail(MAX_FILTERED_SIDE, MAX_FILTERED_SIDE);
    }
    if is_longer(&image, side) {
        image = image.resize(side, side, FilterType::CatmullRom);
    }
    image
}

/// Blends transparent pixels with white, in place. JPEG has no transparency.
fn flatten(image: &mut DynamicImage) {
    match image {
        DynamicImage::ImageLumaA8(pixels) => blend(pixels),
        DynamicImage::ImageRgba8(pixels) => blend(pixels),
        DynamicImage::ImageLumaA16(pixels) => blend(pixels),
        DynamicImage::ImageRgba16(pixels) => blend(pixels),
        _ => {}
    }
}

fn blend<P>(pixels: &mut ImageBuffer<P, Vec<P::Subpixel>>)
where
    P: Pixel<Subpixel: Into<u32> + TryFrom<u32>>,
{
    let opaque = P::Subpixel::DEFAULT_MAX_VALUE;
    let white: u32 = opaque.into();
    for pixel in pixels.pixels_mut() {
        let Some((alpha, colors)) = pixel.channels_mut().split_last_mut() else {
            continue;
        };
        let opacity: u32 = (*alpha).into();
        for color in colors {
            // Half of the divisor rounds to the nearest value.
            let blended = ((*color).into() * opacity + white * (white - opacity) + white / 2) / white;
            *color = P::Subpixel::try_from(blended).unwrap_or(opaque);
        }
        *alpha = opaque;
    }
}
