//! Color profiles: what the numbers of a photo mean. Phones and cameras make photos with wide ranges of colors, such as Display P3 and Adobe RGB.

use image::{DynamicImage, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// The largest profile that is read, in bytes. The profile of a camera takes some hundreds, the profile of a scanner several 100,000.
const MAX_BYTES: usize = 1024 * 1024;

/// The pixels in sRGB, which programs assume of a photo without a profile. A profile that does not fit the pixels, or cannot be read, is ignored, as
/// browsers do.
pub(crate) fn to_srgb(image: DynamicImage, profile: Option<&[u8]>) -> RgbImage {
    let profile = profile.filter(|profile| profile.len() <= MAX_BYTES);
    let profile = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok());
    let converted = profile.and_then(|profile| match (profile.color_space, image.color().has_color()) {
        (DataColorSpace::Rgb, true) => convert(&profile, Layout::Rgb, image.to_rgb8().as_raw(), &image),
        (DataColorSpace::Gray, false) => convert(&profile, Layout::Gray, image.to_luma8().as_raw(), &image),
        _ => None,
    });
    converted.unwrap_or_else(|| image.into_rgb8())
}

fn convert(profile: &ColorProfile, layout: Layout, pixels: &[u8], image: &DynamicImage) -> Option<RgbImage> {
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(layout, &srgb, Layout::Rgb, TransformOptions::default());
    let mut converted = RgbImage::new(image.width(), image.height());
    transform.ok()?.transform(pixels, &mut converted).ok()?;
    Some(converted)
}
