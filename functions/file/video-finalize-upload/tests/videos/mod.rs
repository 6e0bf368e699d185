//! Real videos, which ffmpeg makes once.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    path::PathBuf,
    process::{self, Command},
    sync::Mutex,
};

/// Moving pictures and a tone, of that many seconds.
pub(crate) fn video(file: &str, seconds: u32, options: &str) -> Vec<u8> {
    let pictures = "testsrc2=size=160x90:rate=5";
    make(file, pictures, seconds, options)
}

/// An MP4 of about 15 MB. Nothing compresses noise.
pub(crate) fn large() -> Vec<u8> {
    let pictures = "testsrc2=size=640x360:rate=25,noise=alls=60:allf=t";
    let video = make(
        "large.mp4",
        pictures,
        10,
        "-c:v mpeg4 -b:v 12M -minrate 12M -maxrate 12M -bufsize 2M -c:a aac",
    );
    assert!((13_000_000..18_000_000).contains(&video.len()), "{}", video.len());
    video
}

/// An MP4 with the description of its samples at the end, as cameras write it.
pub(crate) fn mp4(seconds: u32) -> Vec<u8> {
    video(&format!("{seconds}-seconds.mp4"), seconds, "-c:v mpeg4 -c:a aac")
}

/// A video as a box longer, which players skip: of exactly `size` bytes.
pub(crate) fn padded(mut video: Vec<u8>, size: usize) -> Vec<u8> {
    let padding = u32::try_from(size - video.len()).expect("a small video");
    video.extend(padding.to_be_bytes());
    video.extend(b"free");
    video.resize(size, 0);
    video
}

/// A WebM whose header says that it lasts 10 s.
pub(crate) fn saying_less(mut webm: Vec<u8>) -> Vec<u8> {
    // The element `Duration`, which has 8 bytes: milliseconds, as a double.
    let header = b"\x44\x89\x88";
    let place = webm.windows(3).position(|three| three == header).expect("a duration") + header.len();
    webm[place..place + 8].copy_from_slice(&10_000_f64.to_be_bytes());
    webm
}

const INFO: [u8; 4] = *b"\x15\x49\xa9\x66";
const TRACKS: [u8; 4] = *b"\x16\x54\xae\x6b";
const CLUSTER: [u8; 4] = *b"\x1f\x43\xb6\x75";
/// Where the content of the segment begins in a WebM of ffmpeg's: with the index.
const SEGMENT: usize = 48;

/// A WebM whose index leads to its last cluster, as if that were the first.
pub(crate) fn beginning_late(webm: &[u8]) -> Vec<u8> {
    let last = last_place(webm, CLUSTER);
    with_index(
        webm,
        &[
            (INFO, last_place(webm, INFO)),
            (TRACKS, last_place(webm, TRACKS)),
            (CLUSTER, last),
        ],
        &[],
    )
}

/// A WebM whose index leads to a second header, behind the index itself, which says that a tick is a microsecond where it is a
/// millisecond.
pub(crate) fn counting_faster(webm: &[u8]) -> Vec<u8> {
    let header = b"\x15\x49\xa9\x66\x8e\x2a\xd7\xb1\x82\x03\xe8\x4d\x80\x81a\x57\x41\x81a";
    with_index(
        webm,
        &[(INFO, SEGMENT + 39), (TRACKS, last_place(webm, TRACKS))],
        header,
    )
}

fn last_place(webm: &[u8], id: [u8; 4]) -> usize {
    webm.windows(4).rposition(|four| *four == id).expect("the element")
}

/// A WebM with an index of these places instead of its own, then `behind`, then nothing up to the header.
fn with_index(webm: &[u8], places: &[([u8; 4], usize)], behind: &[u8]) -> Vec<u8> {
    let mut made = webm[..SEGMENT].to_vec();
    made.extend(b"\x11\x4d\x9b\x74");
    made.push(0x80 | u8::try_from(places.len() * 17).expect("few places"));
    for (id, place) in places {
        let place = u32::try_from(place - SEGMENT).expect("a small video");
        made.extend(
            [
                b"\x4d\xbb\x8e\x53\xab\x84",
                &id[..],
                b"\x53\xac\x84",
                &place.to_be_bytes(),
            ]
            .concat(),
        );
    }
    made.extend(behind);
    let header = last_place(webm, INFO);
    let nothing = u64::try_from(header - made.len() - 9).expect("room");
    // Eight bytes of size, of which the first bit says so.
    made.extend([b"\xec".as_slice(), &(nothing | 1 << 56).to_be_bytes()].concat());
    made.resize(header, 0);
    made.extend(&webm[header..]);
    made
}

/// An MP4 with one in the place of numbers in its boxes, wherever they are, in the version of boxes that ffmpeg writes.
pub(crate) fn saying_less_of_boxes(mut mp4: Vec<u8>, numbers: &[(&[u8; 4], Range<usize>)]) -> Vec<u8> {
    for (kind, number) in numbers {
        let boxes = mp4.windows(4).enumerate().filter(|(_, four)| four == kind);
        let places: Vec<usize> = boxes.map(|(place, _)| place + kind.len()).collect();
        assert!(!places.is_empty(), "{}", kind.escape_ascii());
        for place in places {
            mp4[place + number.start..place + number.end].fill(0);
            mp4[place + number.end - 1] = 1;
        }
    }
    mp4
}

fn make(file: &str, pictures: &str, seconds: u32, options: &str) -> Vec<u8> {
    // Two tests may want the same one.
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().expect("no test thread panicked");
    // Others may use the folder at the same time, and have other videos of that name.
    let mut hasher = DefaultHasher::new();
    (pictures, seconds, options).hash(&mut hasher);
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
                pictures,
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
        assert!(status.success(), "ffmpeg makes {file}");
        fs::rename(&unfinished, &path).expect("the video can be kept");
    }
    fs::read(&path).expect("the video can be read")
}
