//! Real videos, which ffmpeg generates once, and damaged variants of them.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    path::PathBuf,
    process::{self, Command},
    sync::Mutex,
};

/// A video of so many seconds, with moving pictures and a tone.
pub(crate) fn video(file: &str, seconds: u32, options: &str) -> Vec<u8> {
    let video_source = "testsrc2=size=160x90:rate=5";
    generate(file, video_source, seconds, options)
}

/// An MP4 of about 15 MB. It contains noise, which does not compress.
pub(crate) fn large_mp4() -> Vec<u8> {
    let video_source = "testsrc2=size=640x360:rate=25,noise=alls=60:allf=t";
    let video = generate(
        "large.mp4",
        video_source,
        10,
        "-c:v mpeg4 -b:v 12M -minrate 12M -maxrate 12M -bufsize 2M -c:a aac",
    );
    assert!((13_000_000..18_000_000).contains(&video.len()), "{}", video.len());
    video
}

/// An MP4 with the `moov` box at the end, as cameras write it.
pub(crate) fn mp4(seconds: u32) -> Vec<u8> {
    video(&format!("{seconds}-seconds.mp4"), seconds, "-c:v mpeg4 -c:a aac")
}

/// Appends a `free` box, which players skip, so that the video has exactly `size` bytes.
pub(crate) fn padded(mut video: Vec<u8>, size: usize) -> Vec<u8> {
    let padding = u32::try_from(size - video.len()).expect("a small video");
    video.extend(padding.to_be_bytes());
    video.extend(b"free");
    video.resize(size, 0);
    video
}

/// A WebM whose header declares a duration of 10 s.
pub(crate) fn with_shorter_webm_duration(mut webm: Vec<u8>) -> Vec<u8> {
    // The element `Duration` has 8 bytes: milliseconds as a double.
    let header = b"\x44\x89\x88";
    let position = webm.windows(3).position(|three| three == header).expect("a duration") + header.len();
    webm[position..position + 8].copy_from_slice(&10_000_f64.to_be_bytes());
    webm
}

const INFO: [u8; 4] = *b"\x15\x49\xa9\x66";
const TRACKS: [u8; 4] = *b"\x16\x54\xae\x6b";
const CLUSTER: [u8; 4] = *b"\x1f\x43\xb6\x75";
/// The offset of the segment's content in a WebM from ffmpeg. The content begins with the index.
const SEGMENT: usize = 48;

/// A WebM whose index points to its last cluster as if it were the first.
pub(crate) fn with_index_to_last_cluster(webm: &[u8]) -> Vec<u8> {
    let last = last_position(webm, CLUSTER);
    with_index(
        webm,
        &[
            (INFO, last_position(webm, INFO)),
            (TRACKS, last_position(webm, TRACKS)),
            (CLUSTER, last),
        ],
        &[],
    )
}

/// A WebM whose index points twice to an index.
pub(crate) fn with_two_indexes(webm: &[u8]) -> Vec<u8> {
    let index = (*b"\x11\x4d\x9b\x74", SEGMENT);
    with_index(webm, &[index, index], &[])
}

/// A WebM whose document type has a zero after it, as `GStreamer` writes it. The header and the type become a byte longer.
pub(crate) fn with_zero_after_type(mut webm: Vec<u8>) -> Vec<u8> {
    let element = b"\x42\x82\x84webm";
    let position = webm.windows(7).position(|seven| seven == element).expect("the type");
    webm[4] += 1;
    webm[position + 2] += 1;
    webm.insert(position + element.len(), 0);
    webm
}

/// A WebM whose first block of video contains 256 frames, of which each takes a second by the header of its track.
pub(crate) fn with_laced_frames(mut webm: Vec<u8>) -> Vec<u8> {
    let header = b"\x23\xe3\x83\x84";
    let duration = webm.windows(4).position(|four| four == header).expect("the element") + header.len();
    webm[duration..duration + 4].copy_from_slice(&1_000_000_000_u32.to_be_bytes());
    let block = first_key_frame(&webm);
    webm[block + 3] |= 0x02;
    webm[block + 4] = u8::MAX;
    webm
}

/// A WebM whose ticks take no time. Some players take the default in place of zero.
pub(crate) fn with_timescale_of_zero(mut webm: Vec<u8>) -> Vec<u8> {
    let element = b"\x2a\xd7\xb1\x83\x0f\x42\x40";
    let position = webm.windows(7).position(|seven| seven == element).expect("the element");
    webm[position + 4..position + 7].fill(0);
    webm
}

/// A WebM with a cluster in the padding before its header.
pub(crate) fn with_hidden_cluster(mut webm: Vec<u8>) -> Vec<u8> {
    let padding = last_position(&webm, INFO) - 40;
    webm[padding..padding + 4].copy_from_slice(&CLUSTER);
    webm
}

/// A WebM whose first key frame is of a track that its header does not have.
pub(crate) fn with_unknown_track(mut webm: Vec<u8>) -> Vec<u8> {
    let block = first_key_frame(&webm);
    webm[block] = 0x83;
    webm
}

/// The position of the content of the first block with a key frame of video: the number of its track, a time of some milliseconds, and flags.
fn first_key_frame(webm: &[u8]) -> usize {
    let is_block = |four: &[u8]| matches!(four, [0x81, 0, ..20, 0x80]);
    let cluster = last_position(webm, CLUSTER);
    cluster + webm[cluster..].windows(4).position(is_block).expect("a block")
}

/// A WebM whose header says that all times of its first track are ten times as long.
pub(crate) fn with_track_timescale(mut webm: Vec<u8>) -> Vec<u8> {
    // In place of `DefaultDuration`, which has the same size.
    let header = b"\x23\xe3\x83\x84";
    let position = webm.windows(4).position(|four| four == header).expect("the element");
    webm[position..position + 4].copy_from_slice(b"\x23\x31\x4f\x84");
    webm[position + 4..position + 8].copy_from_slice(&10_f32.to_be_bytes());
    webm
}

/// The beginning of a WebM, with an index whose entries contain each other.
pub(crate) fn with_nested_index(depth: u64) -> Vec<u8> {
    // The first bit declares a size of eight bytes, and all bits an unknown size.
    let element = |id: &[u8], size: u64| [id, &(size | 1 << 56).to_be_bytes()].concat();
    let entries = (0..depth).rev().flat_map(|inner| element(b"\x4d\xbb", inner * 10));
    let mut webm = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm".to_vec();
    webm.extend(element(b"\x18\x53\x80\x67", (1 << 56) - 1));
    webm.extend(element(b"\x11\x4d\x9b\x74", depth * 10));
    webm.extend(entries);
    webm
}

/// A WebM whose index points to a second header after the index. That header declares a tick of a microsecond instead of a
/// millisecond.
pub(crate) fn with_second_timescale(webm: &[u8]) -> Vec<u8> {
    let header = b"\x15\x49\xa9\x66\x8e\x2a\xd7\xb1\x82\x03\xe8\x4d\x80\x81a\x57\x41\x81a";
    with_index(
        webm,
        &[(INFO, SEGMENT + 39), (TRACKS, last_position(webm, TRACKS))],
        header,
    )
}

fn last_position(webm: &[u8], id: [u8; 4]) -> usize {
    webm.windows(4).rposition(|four| *four == id).expect("the element")
}

/// A WebM with an index of these positions instead of its own, then `inserted`, then padding up to the header.
fn with_index(webm: &[u8], positions: &[([u8; 4], usize)], inserted: &[u8]) -> Vec<u8> {
    let mut changed = webm[..SEGMENT].to_vec();
    changed.extend(b"\x11\x4d\x9b\x74");
    changed.push(0x80 | u8::try_from(positions.len() * 17).expect("few positions"));
    for (id, position) in positions {
        let position = u32::try_from(position - SEGMENT).expect("a small video");
        changed.extend(
            [
                b"\x4d\xbb\x8e\x53\xab\x84",
                &id[..],
                b"\x53\xac\x84",
                &position.to_be_bytes(),
            ]
            .concat(),
        );
    }
    changed.extend(inserted);
    let header = last_position(webm, INFO);
    let padding = u64::try_from(header - changed.len() - 9).expect("enough space");
    // The first bit declares a size of eight bytes.
    changed.extend([b"\xec".as_slice(), &(padding | 1 << 56).to_be_bytes()].concat());
    changed.resize(header, 0);
    changed.extend(&webm[header..]);
    changed
}

/// An MP4 whose boxes of these kinds have 1 in these bytes, at the offsets of the box version that ffmpeg writes.
pub(crate) fn with_boxes_set_to_one(mut mp4: Vec<u8>, numbers: &[(&[u8; 4], Range<usize>)]) -> Vec<u8> {
    for (kind, number) in numbers {
        let boxes = mp4.windows(4).enumerate().filter(|(_, four)| four == kind);
        let positions: Vec<usize> = boxes.map(|(position, _)| position + kind.len()).collect();
        assert!(!positions.is_empty(), "{}", kind.escape_ascii());
        for position in positions {
            mp4[position + number.start..position + number.end].fill(0);
            mp4[position + number.end - 1] = 1;
        }
    }
    mp4
}

/// An MP4 whose first track plays all of itself so many times, by its edit list. Its headers declare the duration of one time.
pub(crate) fn with_repeated_edits(mut mp4: Vec<u8>, times: usize) -> Vec<u8> {
    let ancestors = [b"moov", b"trak", b"edts", b"elst"];
    // Of the only edit, after the type, the version, the flags and the number of edits.
    let start = first_box(&mp4, &ancestors) + 12;
    let edit = mp4[start..start + 12].to_vec();
    mp4[start - 4..start].copy_from_slice(&u32::try_from(times).expect("a few edits").to_be_bytes());
    insert(&mut mp4, &ancestors, start, &edit.repeat(times - 1));
    mp4
}

/// An MP4 that shows only so many seconds of its samples, by the edit lists and headers of its tracks, as after trimming on a phone.
pub(crate) fn trimmed(mut mp4: Vec<u8>, seconds: u32) -> Vec<u8> {
    // After the type, the version, the flags and two times, there is the scale, and then the duration.
    let movie = first_box(&mp4, &[b"moov", b"mvhd"]) + 4;
    let scale = u32::from_be_bytes(mp4[movie + 12..movie + 16].try_into().expect("four bytes"));
    let duration = (seconds * scale).to_be_bytes();
    mp4[movie + 16..movie + 20].copy_from_slice(&duration);
    for (kind, offset) in [(b"tkhd", 20), (b"elst", 8)] {
        let positions: Vec<usize> = (0..mp4.len() - 4)
            .filter(|start| mp4[*start..].starts_with(kind))
            .collect();
        assert_eq!(positions.len(), 2, "a track of each kind");
        for position in positions {
            let start = position + 4 + offset;
            mp4[start..start + 4].copy_from_slice(&duration);
        }
    }
    mp4
}

/// An MP4 whose samples have a box that is declared larger than the file.
pub(crate) fn with_too_long_samples(mut mp4: Vec<u8>) -> Vec<u8> {
    let start = first_box(&mp4, &[b"mdat"]) - 4;
    let size = u32::try_from(size_of_box(&mp4, start) + 100_000).expect("a small box");
    mp4[start..start + 4].copy_from_slice(&size.to_be_bytes());
    mp4
}

/// An MP4 with a second copy of a box, which the path names last, after its ancestors. Each is the first one of its type.
pub(crate) fn with_repeated_box(mut mp4: Vec<u8>, path: &[&[u8; 4]]) -> Vec<u8> {
    let (_, ancestors) = path.split_last().expect("a box");
    let start = first_box(&mp4, path) - 4;
    let content = mp4[start..start + size_of_box(&mp4, start)].to_vec();
    insert(&mut mp4, ancestors, start, &content);
    mp4
}

/// A fragmented MP4 whose first fragment has two frames of 61 s, and declares flags for the first frame and for each. The library that
/// reads the box takes the first frame's own flags for the duration of the second.
pub(crate) fn with_flags_twice(mut mp4: Vec<u8>) -> Vec<u8> {
    let ancestors = [b"moof", b"traf"];
    // After the type, the version, the flags and two times.
    let timescale = first_box(&mp4, &[b"moov", b"trak", b"mdia", b"mdhd"]) + 16;
    let timescale = u32::from_be_bytes(mp4[timescale..timescale + 4].try_into().expect("four bytes"));
    let frame = [(61 * timescale).to_be_bytes(), [0; 4]].concat();
    let run = [b"trun\0\0\x05\x04\0\0\0\x02\0\0\0\0".as_slice(), &frame, &frame].concat();
    let size = u32::try_from(run.len() + 4).expect("a small box");
    let start = first_box(&mp4, &[b"moof", b"traf", b"trun"]) - 4;
    insert(
        &mut mp4,
        &ancestors,
        start,
        &[&size.to_be_bytes(), run.as_slice()].concat(),
    );
    mp4
}

/// Inserts bytes, which enlarge these boxes.
fn insert(mp4: &mut Vec<u8>, ancestors: &[&[u8; 4]], position: usize, content: &[u8]) {
    for length in 1..=ancestors.len() {
        let start = first_box(mp4, &ancestors[..length]) - 4;
        let size = u32::try_from(size_of_box(mp4, start) + content.len()).expect("a small box");
        mp4[start..start + 4].copy_from_slice(&size.to_be_bytes());
    }
    drop(mp4.splice(position..position, content.iter().copied()));
}

/// The position of the type of the box at the end of the path.
fn first_box(mp4: &[u8], path: &[&[u8; 4]]) -> usize {
    path.iter().fold(0, |position, kind| {
        let next = mp4[position..].windows(4).position(|four| four == *kind);
        position + next.expect("a box of that kind")
    })
}

fn size_of_box(mp4: &[u8], start: usize) -> usize {
    let size = mp4[start..start + 4].try_into().expect("four bytes");
    usize::try_from(u32::from_be_bytes(size)).expect("a small box")
}

fn generate(file: &str, video_source: &str, seconds: u32, options: &str) -> Vec<u8> {
    // Two tests may need the same video.
    static LOCK: Mutex<()> = Mutex::new(());
    let _guard = LOCK.lock().expect("no test thread panicked");
    // Other processes may use the folder at the same time, with other videos of the same name.
    let mut hasher = DefaultHasher::new();
    (video_source, seconds, options).hash(&mut hasher);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{:x}-{file}", hasher.finish()));
    if !path.is_file() {
        let unfinished = path.with_file_name(format!("unfinished-{}-{file}", process::id()));
        let ffmpeg = env::var_os("FFMPEG_PATH").unwrap_or_else(|| "ffmpeg".into());
        let status = Command::new(ffmpeg)
            .args([
                "-y",
                "-loglevel",
                "error",
                "-f",
                "lavfi",
                "-i",
                video_source,
                "-f",
                "lavfi",
                "-i",
                "sine",
            ])
            .args(["-t", &seconds.to_string()])
            .args(options.split(' '))
            .arg(&unfinished)
            .status();
        let status = status.expect("ffmpeg is installed (Debian: apt-get install ffmpeg)");
        assert!(status.success(), "ffmpeg generates {file}");
        fs::rename(&unfinished, &path).expect("the video can be stored");
    }
    fs::read(&path).expect("the video can be read")
}
