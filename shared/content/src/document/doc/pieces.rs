//! The text of a Word document in the format of 1997, in the order of its characters ([MS-DOC], 2.4.1).
//!
//! A table lists the pieces of the text. They can be anywhere in the stream, so the bytes of a field need not follow each other.

use crate::document::Refusal;

/// Where the stream of the text has the position and the size of the table.
const TABLE_POSITION: usize = 418;
const TABLE_SIZE: usize = 422;
/// The first byte of a change of formats, which can precede the list of pieces, and of that list.
const CHANGE: u8 = 1;
const PIECES: u8 = 2;
/// The size of the start of a piece, of its description, and of what precedes its position there.
const START_BYTES: usize = 4;
const DESCRIPTION_BYTES: usize = 8;
const POSITION_OFFSET: usize = 2;
/// The flag of a position of characters of one byte. Such a position is doubled.
const ONE_BYTE: u32 = 1 << 30;
/// The most bytes of text. Overlapping pieces can be larger than the file.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The text of all pieces. Empty when there is no table of them. Pieces that are outside the stream are left out.
///
/// # Errors
/// [`Refusal::TooComplex`] when the pieces are larger than any document.
pub(super) fn text(stream: &[u8], tables: &[u8]) -> Result<String, Refusal> {
    let mut text = String::new();
    let pieces = pieces(stream, tables).unwrap_or_default();
    let (starts, descriptions) = pieces.split_at(pieces.len() / (START_BYTES + DESCRIPTION_BYTES) * START_BYTES);
    let descriptions = descriptions.get(START_BYTES..).unwrap_or_default();
    for (index, description) in descriptions.chunks_exact(DESCRIPTION_BYTES).enumerate() {
        let start = number(starts, index * START_BYTES);
        let end = number(pieces, (index + 1) * START_BYTES);
        let position = number(description, POSITION_OFFSET);
        if let (Some(start), Some(end), Some(position)) = (start, end, position) {
            push(&mut text, stream, position, index_of(end.saturating_sub(start)));
        }
        if text.len() > MAX_BYTES {
            return Err(Refusal::TooComplex);
        }
    }
    Ok(text)
}

fn push(text: &mut String, stream: &[u8], position: u32, count: usize) {
    if position & ONE_BYTE == 0 {
        let bytes = slice(stream, index_of(position), count.saturating_mul(2)).unwrap_or_default();
        let units = bytes.chunks_exact(2).filter_map(|unit| unit.first_chunk());
        text.extend(char::decode_utf16(units.map(|unit| u16::from_le_bytes(*unit))).flatten());
    } else {
        let bytes = slice(stream, index_of((position & !ONE_BYTE) / 2), count).unwrap_or_default();
        text.extend(bytes.iter().copied().map(char::from));
    }
}

/// The list of pieces: the starts of all of them, the end of the last, and a description of each.
fn pieces<'a>(stream: &[u8], tables: &'a [u8]) -> Option<&'a [u8]> {
    let position = index_of(number(stream, TABLE_POSITION)?);
    let size = index_of(number(stream, TABLE_SIZE)?);
    let mut table = slice(tables, position, size)?;
    while let [CHANGE, low, high, rest @ ..] = table {
        table = rest.get(usize::from(u16::from_le_bytes([*low, *high]))..)?;
    }
    let list = table.strip_prefix(&[PIECES])?;
    slice(list, START_BYTES, index_of(number(list, 0)?))
}

fn number(bytes: &[u8], position: usize) -> Option<u32> {
    let bytes = bytes.get(position..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

fn slice(bytes: &[u8], position: usize, size: usize) -> Option<&[u8]> {
    bytes.get(position..)?.get(..size)
}

fn index_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
