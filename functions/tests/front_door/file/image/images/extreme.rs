//! The accepted images that take the most time and memory: with as many pixels as allowed, in each format and its costliest form.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

/// The width and height of an image with 25 million pixels, which are the most.
const SIDE: u16 = 5_000;
/// The same for a WebP, whose decoder takes more memory for each pixel.
const WEBP_SIDE: u32 = 4_300;
/// The number of scans of a JPEG, which are the most.
const SCANS: usize = 16;

/// The images, with what they are. Each fits into a request.
pub(crate) fn extreme_images() -> Vec<(&'static str, Vec<u8>)> {
    let side = u32::from(SIDE);
    let transparent = RgbaImage::from_pixel(WEBP_SIDE, WEBP_SIDE, Rgba([9, 9, 9, 9]));
    let webp = encoded(&transparent.into(), ImageFormat::WebP);
    vec![
        ("a progressive JPEG of 16 scans", progressive_jpeg()),
        (
            "a transparent PNG with 16 bits for each color",
            encoded(&DynamicImage::new_rgba16(side, side), ImageFormat::Png),
        ),
        ("a GIF", encoded(&DynamicImage::new_rgba8(side, side), ImageFormat::Gif)),
        ("an animated WebP", animated_webp(&webp)),
        ("a lossless WebP", webp),
    ]
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("an encoded image");
    bytes.into_inner()
}

/// A gray JPEG with three components, whose scans describe each block on its own. Each block has one bit, a zero.
fn progressive_jpeg() -> Vec<u8> {
    let side = SIDE.to_be_bytes();
    let blocks = usize::from(SIDE).div_ceil(8).pow(2);
    // A table with one code, of one bit.
    let one_code = |class: u8| [b"\xff\xc4\0\x14".as_slice(), &[class], b"\x01", &[0; 15], b"\0"].concat();
    let scan = |components: &[u8], band: [u8; 3]| {
        let length = u16::try_from(6 + 2 * components.len()).expect("a short header");
        let count = u8::try_from(components.len()).expect("at most three");
        let tables: Vec<u8> = components.iter().flat_map(|id| [*id, 0]).collect();
        let data = vec![0; (blocks * components.len()).div_ceil(8)];
        [
            b"\xff\xda".as_slice(),
            &length.to_be_bytes(),
            &[count],
            &tables,
            &band,
            &data,
        ]
        .concat()
    };
    let later = (0..SCANS - 1).map(|number| {
        let component = u8::try_from(1 + number % 3).expect("at most three");
        let pass = u8::try_from(number / 3).expect("few passes");
        // The first pass sends the bits of all coefficients but the lowest four, and each other pass one bit more.
        let bits = if pass == 0 { 4 } else { (5 - pass) << 4 | (4 - pass) };
        scan(&[component], [1, 63, bits])
    });
    [
        b"\xff\xd8\xff\xdb\0\x43\0".to_vec(),
        vec![1; 64],
        [
            b"\xff\xc2\0\x11\x08".as_slice(),
            &side,
            &side,
            b"\x03\x01\x11\0\x02\x11\0\x03\x11\0",
        ]
        .concat(),
        one_code(0x00),
        one_code(0x10),
        scan(&[1, 2, 3], [0, 0, 0]),
        later.flatten().collect(),
        b"\xff\xd9".to_vec(),
    ]
    .concat()
}

/// An animation of two frames, each of which is the whole image.
fn animated_webp(still: &[u8]) -> Vec<u8> {
    let last = (WEBP_SIDE - 1).to_le_bytes();
    let size = [&last[..3], &last[..3]].concat();
    let pixels = &still[12..];
    let frame = chunk(b"ANMF", &[[0; 6].as_slice(), &size, &[100, 0, 0, 0], pixels].concat());
    let animation_and_alpha = 0x12;
    let content = [
        b"WEBP".to_vec(),
        chunk(b"VP8X", &[[animation_and_alpha, 0, 0, 0].as_slice(), &size].concat()),
        chunk(b"ANIM", &[0; 6]),
        frame.clone(),
        frame,
    ];
    chunk(b"RIFF", &content.concat())
}

fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a short file").to_le_bytes();
    let padding = vec![0; content.len() % 2];
    [kind, &length, content, &padding].concat()
}
