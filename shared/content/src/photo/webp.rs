//! The chunks of a WebP image.
//!
//! The decoder trusts the sizes that chunks declare. It allocates the memory for the declared size of a chunk, and decodes a
//! whole frame before it compares the frame with the image. So this module checks all chunks first.

use crate::photo::PhotoError;

/// The length of `RIFF`, the size of the file, and `WEBP`.
const FILE_HEADER: usize = 12;
/// The length of the position, size and duration of a frame, before its chunks.
const FRAME_HEADER: usize = 16;
/// The bits of a width or height.
const SIDE_BITS: u32 = 0x3fff;

/// Width and height in pixels.
type Size = (u32, u32);

/// Checks that every chunk is within the file, and that no frame is larger than the image.
pub(crate) fn check_chunks(file: &[u8]) -> Result<(), PhotoError> {
    let chunks = file.get(FILE_HEADER..).unwrap_or_default();
    // The first chunk declares the size of the image.
    let image = read_chunk(chunks)?.and_then(|(chunk, _)| chunk.size());
    let image = image.ok_or(PhotoError::NotAnImage)?;
    for_each_chunk(chunks, |chunk| {
        chunk.check_size(image)?;
        let frame = chunk.content.get(FRAME_HEADER..).filter(|_| chunk.kind == b"ANMF");
        for_each_chunk(frame.unwrap_or_default(), |chunk| chunk.check_size(image))
    })
}

fn for_each_chunk<'a>(
    mut chunks: &'a [u8],
    check: impl Fn(&Chunk<'a>) -> Result<(), PhotoError>,
) -> Result<(), PhotoError> {
    while let Some((chunk, rest)) = read_chunk(chunks)? {
        check(&chunk)?;
        chunks = rest;
    }
    Ok(())
}

struct Chunk<'a> {
    kind: &'a [u8],
    content: &'a [u8],
}

impl Chunk<'_> {
    /// Refuses a frame that is larger than the image.
    fn check_size(&self, image: Size) -> Result<(), PhotoError> {
        let fits = self
            .size()
            .is_none_or(|(width, height)| width <= image.0 && height <= image.1);
        if fits { Ok(()) } else { Err(PhotoError::NotAnImage) }
    }

    /// The size that the chunk declares: `VP8X` of the image, the others of a frame.
    fn size(&self) -> Option<Size> {
        match self.kind {
            b"VP8X" => Some((1 + self.number(4, 3)?, 1 + self.number(7, 3)?)),
            b"VP8 " => Some((self.number(6, 2)? & SIDE_BITS, self.number(8, 2)? & SIDE_BITS)),
            b"VP8L" => {
                let sides = self.number(1, 4)?;
                Some((1 + (sides & SIDE_BITS), 1 + (sides >> 14 & SIDE_BITS)))
            }
            _ => None,
        }
    }

    /// A little-endian number in the content.
    fn number(&self, start: usize, length: usize) -> Option<u32> {
        let bytes = self.content.get(start..start + length)?;
        Some(little_endian(bytes))
    }
}

/// The first chunk, and what follows it. None after the last chunk, where some encoders leave a few bytes.
fn read_chunk(chunks: &[u8]) -> Result<Option<(Chunk<'_>, &[u8])>, PhotoError> {
    let Some((header, rest)) = chunks.split_at_checked(8) else {
        return Ok(None);
    };
    let (kind, length) = header.split_at(4);
    let length = usize::try_from(little_endian(length)).unwrap_or(usize::MAX);
    let (content, rest) = rest.split_at_checked(length).ok_or(PhotoError::NotAnImage)?;
    // A byte follows an odd length. The last chunk may lack it.
    let rest = rest.get(length % 2..).unwrap_or_default();
    Ok(Some((Chunk { kind, content }, rest)))
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}
