//! A file as players take it who read on from its first byte.

use std::io::{Read, Seek, SeekFrom};

const SEGMENT: u64 = 0x1853_8067;
const INFO: u64 = 0x1549_A966;
const TRACKS: u64 = 0x1654_AE6B;
const CLUSTER: u64 = 0x1F43_B675;
const TIMESTAMP_SCALE: u64 = 0x002A_D7B1;

/// What the parser does not ask: it goes where an index (`SeekHead`) leads, and that may leave out most of the video, or lead to
/// a second header with another unit of time.
#[derive(Debug)]
pub(super) struct Beginning {
    /// Where the first cluster of frames begins, in bytes.
    pub(super) first_cluster: u64,
    /// How many nanoseconds a tick has.
    pub(super) timestamp_scale: u64,
}

impl Beginning {
    /// Reads up to the first cluster; nothing when that is not preceded by one header and one list of tracks.
    pub(super) fn read<R: Read + Seek>(source: &mut R) -> Option<Self> {
        source.rewind().ok()?;
        let (mut headers, mut lists) = (0, 0);
        let mut timestamp_scale = 1_000_000;
        loop {
            let at = source.stream_position().ok()?;
            let (id, size) = (number(source, false)?, number(source, true)?);
            match id {
                CLUSTER if (headers, lists) == (1, 1) => {
                    return Some(Self {
                        first_cluster: at,
                        timestamp_scale,
                    });
                }
                CLUSTER => return None,
                // What is in these is looked at in turn, as if it were beside them.
                SEGMENT => {}
                INFO => headers += 1,
                TIMESTAMP_SCALE => timestamp_scale = unsigned(source, size)?,
                _ => {
                    lists += u32::from(id == TRACKS);
                    source.seek(SeekFrom::Current(i64::try_from(size).ok()?)).ok()?;
                }
            }
        }
    }
}

/// A number that says in its first bits how many bytes it has. They are part of an element's id, and not of its size.
fn number<R: Read>(source: &mut R, is_size: bool) -> Option<u64> {
    let first = unsigned(source, 1)?;
    let more = first.leading_zeros().checked_sub(u64::BITS - u8::BITS)?;
    if more >= u8::BITS {
        return None;
    }
    let value = first << (more * u8::BITS) | unsigned(source, more.into())?;
    let marker = 1_u64 << (7 - more) << (more * u8::BITS);
    Some(if is_size { value ^ marker } else { value })
}

fn unsigned<R: Read>(source: &mut R, bytes: u64) -> Option<u64> {
    let mut value = [0; 8];
    let start = value.len().checked_sub(usize::try_from(bytes).ok()?)?;
    source.read_exact(value.get_mut(start..)?).ok()?;
    Some(u64::from_be_bytes(value))
}
