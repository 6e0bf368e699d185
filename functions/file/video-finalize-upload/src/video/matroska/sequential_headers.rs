//! The headers of a Matroska file in the order of its bytes.

use std::io::{Read, Seek, SeekFrom};

const SEGMENT: u64 = 0x1853_8067;
const INFO: u64 = 0x1549_A966;
const TRACKS: u64 = 0x1654_AE6B;
const CLUSTER: u64 = 0x1F43_B675;
const TIMESTAMP_SCALE: u64 = 0x002A_D7B1;

/// In nanoseconds, when the file does not contain it.
const DEFAULT_TIMESTAMP_SCALE: u64 = 1_000_000;

/// The headers that a player finds when it reads from the first byte to the first cluster.
///
/// The parser follows the index (`SeekHead`) instead. A malicious index can skip most of the video, or lead to a second header with
/// another timestamp scale.
#[derive(Debug)]
pub(super) struct SequentialHeaders {
    /// The position of the first cluster of frames, in bytes.
    pub(super) first_cluster: u64,
    /// The length of a tick in nanoseconds.
    pub(super) timestamp_scale: u64,
}

impl SequentialHeaders {
    /// Reads up to the first cluster. None unless exactly one `Info` and one `Tracks` element precede it.
    pub(super) fn read<R: Read + Seek>(source: &mut R) -> Option<Self> {
        source.rewind().ok()?;
        let (mut info_count, mut tracks_count) = (0, 0);
        let mut timestamp_scale = DEFAULT_TIMESTAMP_SCALE;
        loop {
            let position = source.stream_position().ok()?;
            let (id, size) = (read_id(source)?, read_size(source)?);
            match id {
                CLUSTER if (info_count, tracks_count) == (1, 1) => {
                    return Some(Self {
                        first_cluster: position,
                        timestamp_scale,
                    });
                }
                CLUSTER => return None,
                // The loop descends into these two: their children come next in the stream.
                SEGMENT => {}
                INFO => info_count += 1,
                TIMESTAMP_SCALE => timestamp_scale = read_unsigned(source, size)?,
                _ => {
                    tracks_count += u32::from(id == TRACKS);
                    source.seek(SeekFrom::Current(i64::try_from(size).ok()?)).ok()?;
                }
            }
        }
    }
}

/// Reads an element's id, which includes the length marker.
fn read_id<R: Read>(source: &mut R) -> Option<u64> {
    Some(read_vint(source)?.0)
}

/// Reads an element's size in bytes, which does not include the length marker.
fn read_size<R: Read>(source: &mut R) -> Option<u64> {
    let (value, marker) = read_vint(source)?;
    Some(value ^ marker)
}

/// Reads an EBML variable-size integer, and returns it with its length marker: the first set bit, whose position gives the length.
fn read_vint<R: Read>(source: &mut R) -> Option<(u64, u64)> {
    let first = read_unsigned(source, 1)?;
    let more_bytes = first.leading_zeros().checked_sub(u64::BITS - u8::BITS)?;
    if more_bytes >= u8::BITS {
        return None;
    }
    let value = first << (more_bytes * u8::BITS) | read_unsigned(source, more_bytes.into())?;
    let marker = 1_u64 << (7 - more_bytes) << (more_bytes * u8::BITS);
    Some((value, marker))
}

/// Reads a big-endian integer. None when it has more than eight bytes, or the stream ends.
fn read_unsigned<R: Read>(source: &mut R, bytes: u64) -> Option<u64> {
    let mut value = [0; 8];
    let start = value.len().checked_sub(usize::try_from(bytes).ok()?)?;
    source.read_exact(value.get_mut(start..)?).ok()?;
    Some(u64::from_be_bytes(value))
}
