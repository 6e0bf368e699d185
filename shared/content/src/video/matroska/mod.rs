//! WebM and Matroska.
//!
//! The file is read once, in the order of its bytes, as a player does that begins at its start. The indexes (`SeekHead` and `Cues`) are skipped: a
//! malicious one could hide most of the video. Where players would differ, such as with a second header or a cluster in the wrong place, the
//! file is refused. Nothing is kept but numbers, so the memory does not depend on the file.

use std::{
    io::{Read, Seek},
    time::Duration,
};

use super::{Video, VideoError, set_once};

mod elements;

use elements::{Element, Elements, end_of};

const EBML: u64 = 0x1A45_DFA3;
const DOC_TYPE: u64 = 0x4282;
const SEGMENT: u64 = 0x1853_8067;

// The children of a segment.
const SEEK_HEAD: u64 = 0x114D_9B74;
const INFO: u64 = 0x1549_A966;
const TRACKS: u64 = 0x1654_AE6B;
const CHAPTERS: u64 = 0x1043_A770;
const CLUSTER: u64 = 0x1F43_B675;
const CUES: u64 = 0x1C53_BB6B;
const ATTACHMENTS: u64 = 0x1941_A469;
const TAGS: u64 = 0x1254_C367;

/// What ends a cluster of unknown size.
const SEGMENT_CHILDREN: [u64; 8] = [SEEK_HEAD, INFO, TRACKS, CHAPTERS, CLUSTER, CUES, ATTACHMENTS, TAGS];

// The children of `SeekHead`, and of its entries.
const SEEK: u64 = 0x4DBB;
const SEEK_ID: u64 = 0x53AB;
const SEEK_POSITION: u64 = 0x53AC;

// The children of `Info`.
const TIMESTAMP_SCALE: u64 = 0x002A_D7B1;
const DURATION: u64 = 0x4489;

// The children of `Tracks`, and of its entries.
const TRACK_ENTRY: u64 = 0xAE;
const TRACK_NUMBER: u64 = 0xD7;
const TRACK_TYPE: u64 = 0x83;
const DEFAULT_DURATION: u64 = 0x0023_E383;
const TRACK_TIMESTAMP_SCALE: u64 = 0x0023_314F;
const CONTENT_ENCODINGS: u64 = 0x6D80;

// The children of a cluster, and of its groups.
const TIMESTAMP: u64 = 0xE7;
const SIMPLE_BLOCK: u64 = 0xA3;
const BLOCK_GROUP: u64 = 0xA0;
const BLOCK: u64 = 0xA1;
const BLOCK_DURATION: u64 = 0x9B;

const VIDEO: u64 = 1;

/// In nanoseconds, when the file does not contain it.
const DEFAULT_TIMESTAMP_SCALE: u64 = 1_000_000;

/// More tracks than any video has: each block looks its track up in a list.
const MAX_TRACKS: usize = 64;

/// The flags of a block that say how it contains several frames. If it does, the next byte is their number, less one.
const LACING: u8 = 0b110;

/// Detects type and duration. Reads the header of each frame: browsers that record leave the duration of the video out of the file's header,
/// because they write the header first, and a malicious client can declare any duration.
pub(super) fn probe<R: Read + Seek>(source: &mut R) -> Result<Video, VideoError> {
    let (mut elements, size) = Elements::open(source)?;
    match read(&mut elements, size) {
        // The track of video may be in the part that is missing.
        Err(VideoError::NotAVideo) if elements.is_shortened() => Err(VideoError::Unreadable),
        read => read,
    }
}

fn read<R: Read + Seek>(elements: &mut Elements<'_, R>, size: u64) -> Result<Video, VideoError> {
    let header = elements.next(size)?.filter(|element| element.id == EBML);
    let (content_type, extension) = read_document_type(elements, header.ok_or(VideoError::Unreadable)?)?;
    let segment = elements.next(size)?.filter(|element| element.id == SEGMENT);
    let end = segment.ok_or(VideoError::Unreadable)?.end.unwrap_or(size);
    let duration = read_segment(elements, end)?;
    if end < size {
        // Some players read what follows the segment, too.
        elements.skip_rest()?;
    }
    Ok(Video {
        content_type,
        extension,
        other_extensions: &[],
        duration,
    })
}

/// The media type and the extension.
fn read_document_type<R: Read + Seek>(
    elements: &mut Elements<'_, R>,
    header: Element,
) -> Result<(&'static str, &'static str), VideoError> {
    let mut document_type = None;
    let end = end_of(header)?;
    while let Some(element) = elements.next(end)? {
        match element.id {
            DOC_TYPE => set_once(&mut document_type, elements.text(element)?)?,
            _ => elements.skip(element)?,
        }
    }
    match document_type.as_deref() {
        Some(b"webm") => Ok(("video/webm", "webm")),
        Some(b"matroska") => Ok(("video/x-matroska", "mkv")),
        _ => Err(VideoError::NotAVideo),
    }
}

/// The longer of the declared duration, and the time when the last frame ends. A file can be cut off after the first cluster.
fn read_segment<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<Duration, VideoError> {
    let mut segment = Segment::default();
    let read = segment.read(elements, end);
    if !elements.is_cut_off() || segment.last_end.is_none() {
        read?;
    }
    let last_end = segment.last_end.map(Duration::from_nanos);
    let declared = segment.info.map(|info| info.duration);
    let last_end = last_end.ok_or(VideoError::Unreadable)?;
    Ok(last_end.max(declared.ok_or(VideoError::Unreadable)?))
}

#[derive(Default)]
struct Segment {
    info: Option<Info>,
    tracks: Option<Tracks>,
    /// When the last frame ends, in nanoseconds.
    last_end: Option<u64>,
}

impl Segment {
    fn read<R: Read + Seek>(&mut self, elements: &mut Elements<'_, R>, end: u64) -> Result<(), VideoError> {
        while let Some(element) = elements.next(end)? {
            match element.id {
                SEEK_HEAD => read_index(elements, end_of(element)?)?,
                INFO => set_once(&mut self.info, Info::read(elements, end_of(element)?)?)?,
                TRACKS => set_once(&mut self.tracks, Tracks::read(elements, end_of(element)?)?)?,
                CLUSTER => {
                    let (Some(info), Some(tracks)) = (&self.info, &self.tracks) else {
                        return Err(VideoError::Unreadable);
                    };
                    let cluster = Cluster {
                        timestamp_scale: info.timestamp_scale,
                        tracks,
                        timestamp: None,
                        last_end: &mut self.last_end,
                    };
                    cluster.read(elements, element, end)?;
                }
                _ => elements.skip(element)?,
            }
        }
        Ok(())
    }
}

/// Reads over an index. It may refer to clusters by their id, and so contain it.
fn read_index<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<(), VideoError> {
    while let Some(element) = elements.next(end)? {
        match element.id {
            SEEK => read_index_entry(elements, end_of(element)?)?,
            _ => elements.skip(element)?,
        }
    }
    Ok(())
}

fn read_index_entry<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<(), VideoError> {
    while let Some(element) = elements.next(end)? {
        match element.id {
            SEEK_ID | SEEK_POSITION => {
                elements.unsigned(element)?;
            }
            _ => elements.skip(element)?,
        }
    }
    Ok(())
}

#[derive(Debug)]
struct Info {
    /// The length of a tick, in nanoseconds.
    timestamp_scale: u64,
    /// The declared duration. Zero if none is declared.
    duration: Duration,
}

impl Info {
    fn read<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<Self, VideoError> {
        let (mut timestamp_scale, mut ticks) = (None, None);
        while let Some(element) = elements.next(end)? {
            match element.id {
                TIMESTAMP_SCALE => set_once(&mut timestamp_scale, elements.unsigned(element)?)?,
                DURATION => set_once(&mut ticks, elements.float(element)?)?,
                _ => elements.skip(element)?,
            }
        }
        let timestamp_scale = timestamp_scale.unwrap_or(DEFAULT_TIMESTAMP_SCALE);
        // Some players take the default in place of zero.
        if timestamp_scale == 0 {
            return Err(VideoError::Unreadable);
        }
        // Negative or not a number, it declares nothing.
        let seconds = ticks.unwrap_or_default().max(0.0) * to_float(timestamp_scale) / 1e9;
        Ok(Self {
            timestamp_scale,
            duration: Duration::try_from_secs_f64(seconds).map_err(|_| VideoError::Unreadable)?,
        })
    }
}

#[derive(Debug, Default)]
struct Tracks(Vec<Track>);

#[derive(Debug)]
struct Track {
    number: u64,
    is_video: bool,
    /// How long a frame takes in nanoseconds. Zero if that is not declared.
    frame_duration: u64,
    /// Whether frames are compressed or encrypted in the file.
    is_encoded: bool,
}

impl Tracks {
    fn read<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<Self, VideoError> {
        let mut tracks = Self::default();
        while let Some(element) = elements.next(end)? {
            match element.id {
                TRACK_ENTRY if tracks.0.len() < MAX_TRACKS => {
                    let track = Track::read(elements, end_of(element)?)?;
                    if tracks.find(track.number).is_some() {
                        return Err(VideoError::Unreadable);
                    }
                    tracks.0.push(track);
                }
                TRACK_ENTRY => return Err(VideoError::Unreadable),
                _ => elements.skip(element)?,
            }
        }
        if tracks.0.iter().any(|track| track.is_video) {
            Ok(tracks)
        } else {
            Err(VideoError::NotAVideo)
        }
    }

    fn find(&self, number: u64) -> Option<&Track> {
        self.0.iter().find(|track| track.number == number)
    }
}

impl Track {
    fn read<R: Read + Seek>(elements: &mut Elements<'_, R>, end: u64) -> Result<Self, VideoError> {
        let (mut number, mut kind, mut frame_duration) = (None, None, None);
        let mut is_encoded = false;
        while let Some(element) = elements.next(end)? {
            match element.id {
                TRACK_NUMBER => set_once(&mut number, elements.unsigned(element)?)?,
                TRACK_TYPE => set_once(&mut kind, elements.unsigned(element)?)?,
                DEFAULT_DURATION => set_once(&mut frame_duration, elements.unsigned(element)?)?,
                // It is deprecated: some players multiply all times of the track by it, and others ignore it.
                TRACK_TIMESTAMP_SCALE if (elements.float(element)? - 1.0).abs() > f64::EPSILON => {
                    return Err(VideoError::Unreadable);
                }
                TRACK_TIMESTAMP_SCALE => {}
                _ => {
                    is_encoded |= element.id == CONTENT_ENCODINGS;
                    elements.skip(element)?;
                }
            }
        }
        Ok(Self {
            number: number.ok_or(VideoError::Unreadable)?,
            is_video: kind == Some(VIDEO),
            frame_duration: frame_duration.unwrap_or_default(),
            is_encoded,
        })
    }
}

/// A group of frames with times that are relative to its own.
#[derive(Debug)]
struct Cluster<'a> {
    timestamp_scale: u64,
    tracks: &'a Tracks,
    /// In ticks.
    timestamp: Option<u64>,
    /// When the last frame ends that was read, in nanoseconds.
    last_end: &'a mut Option<u64>,
}

impl Cluster<'_> {
    fn read<R: Read + Seek>(
        mut self,
        elements: &mut Elements<'_, R>,
        cluster: Element,
        segment_end: u64,
    ) -> Result<(), VideoError> {
        while let Some(element) = elements.next(cluster.end.unwrap_or(segment_end))? {
            if cluster.end.is_none() && SEGMENT_CHILDREN.contains(&element.id) {
                elements.return_to(element)?;
                break;
            }
            match element.id {
                TIMESTAMP => set_once(&mut self.timestamp, elements.unsigned(element)?)?,
                SIMPLE_BLOCK => {
                    let block = self.read_block(elements, element)?;
                    self.add(block.start.saturating_add(block.laced));
                }
                BLOCK_GROUP => self.read_group(elements, end_of(element)?)?,
                _ => elements.skip(element)?,
            }
        }
        Ok(())
    }

    fn read_group<R: Read + Seek>(&mut self, elements: &mut Elements<'_, R>, end: u64) -> Result<(), VideoError> {
        let (mut block, mut ticks) = (None, None);
        while let Some(element) = elements.next(end)? {
            match element.id {
                BLOCK => set_once(&mut block, self.read_block(elements, element)?)?,
                BLOCK_DURATION => set_once(&mut ticks, elements.unsigned(element)?)?,
                _ => elements.skip(element)?,
            }
        }
        if let Some(block) = block {
            let declared = ticks.unwrap_or_default().saturating_mul(self.timestamp_scale);
            self.add(block.start.saturating_add(declared.max(block.laced)));
        }
        Ok(())
    }

    fn read_block<R: Read + Seek>(
        &self,
        elements: &mut Elements<'_, R>,
        element: Element,
    ) -> Result<Block, VideoError> {
        let track = self.tracks.find(elements.variable_unsigned()?);
        let track = track.ok_or(VideoError::Unreadable)?;
        let [high, low, flags] = elements.bytes()?;
        let offset = i16::from_be_bytes([high, low]);
        let is_laced = flags & LACING != 0;
        let laced = if is_laced {
            let [count] = elements.bytes()?;
            (u64::from(count) + 1).saturating_mul(track.frame_duration)
        } else {
            0
        };
        // A frame that a player can take apart wrongly must not hide a cluster.
        if is_laced || track.is_encoded {
            elements.skip(element)?;
        } else {
            elements.pass(element)?;
        }
        let timestamp = self.timestamp.ok_or(VideoError::Unreadable)?;
        let start = timestamp.saturating_add_signed(offset.into());
        Ok(Block {
            start: start.saturating_mul(self.timestamp_scale),
            laced,
        })
    }

    fn add(&mut self, end: u64) {
        *self.last_end = (*self.last_end).max(Some(end));
    }
}

/// A frame, or several, which are *laced*. Times are in nanoseconds.
#[derive(Debug)]
struct Block {
    start: u64,
    /// How long laced frames take. Zero for a single frame.
    laced: u64,
}

#[expect(clippy::cast_precision_loss, reason = "the error is below a microsecond")]
const fn to_float(number: u64) -> f64 {
    number as f64
}
