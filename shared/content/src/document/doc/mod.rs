//! Word documents in the format of 1997: compound files of folders and streams ([MS-CFB], [MS-DOC]).

use std::{
    borrow::Cow,
    io::{Cursor, Read},
};

use cfb::{CompoundFile, Entry};

use super::{Refusal, field};

mod padding;
mod pieces;

/// The first bytes of every compound file.
pub(super) const SIGNATURE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const TEXT: &str = "/WordDocument";
/// The stream of its tables. The flag tells which of the two it is.
const TABLES: [&str; 2] = ["/0Table", "/1Table"];
const SECOND_TABLES: u16 = 0x0200;
/// The first bytes of the stream of the text, in Word 97 and later.
const TEXT_SIGNATURE: [u8; 2] = [0xec, 0xa5];
/// The first bytes of that stream in Word 6 and 95, and of a whole file in older versions for Windows, DOS and the Mac.
const OLD_TEXT_SIGNATURE: [u8; 2] = [0xdc, 0xa5];
const OLD_SIGNATURES: [[u8; 4]; 4] = [
    [0xdb, 0xa5, 0x2d, 0],
    [0x9b, 0xa5, 0x21, 0],
    [0x31, 0xbe, 0, 0],
    [0xfe, 0x37, 0, 0x23],
];
/// The position of the flags in the stream of the text.
const FLAGS: usize = 10;
const ENCRYPTED: u16 = 0x0100;
/// The most bytes of a stream that are read. A document is smaller.
const MAX_STREAM_BYTES: u64 = 4 * 1024 * 1024;

/// The character before the instruction of a field, such as the number of the page.
const FIELD_START: char = '\u{13}';

/// Checks that a file is a Word document without harmful content.
pub(super) fn check(bytes: &[u8]) -> Result<(), Refusal> {
    let mut file = open(bytes)?;
    let text = read(&mut file, TEXT)?.ok_or(Refusal::WrongType)?;
    if text.starts_with(&OLD_TEXT_SIGNATURE) {
        return Err(Refusal::TooOld);
    }
    if !text.starts_with(&TEXT_SIGNATURE) {
        return Err(Refusal::WrongType);
    }
    let flags = flags(&text);
    if flags & ENCRYPTED != 0 {
        return Err(Refusal::Protected);
    }
    check_entries(&file)?;

    let [first, second] = TABLES;
    let tables = if flags & SECOND_TABLES == 0 { first } else { second };
    let tables = read(&mut file, tables)?.unwrap_or_default();
    let words = pieces::text(&text, &tables)?;
    if has_external_field(words.chars()) || is_external_in_any_view(&text) {
        return Err(Refusal::ExternalContent);
    }
    if has_field_as_name(words.chars()) {
        return Err(Refusal::TooComplex);
    }
    Ok(())
}

/// The content of a stream. None when there is no such stream.
fn read(file: &mut CompoundFile<Cursor<Cow<'_, [u8]>>>, name: &str) -> Result<Option<Vec<u8>>, Refusal> {
    let Ok(stream) = file.open_stream(name) else {
        return Ok(None);
    };
    let mut content = Vec::new();
    let read = stream.take(MAX_STREAM_BYTES).read_to_end(&mut content);
    read.map_err(|_| Refusal::Damaged)?;
    Ok(Some(content))
}

fn open(bytes: &[u8]) -> Result<CompoundFile<Cursor<Cow<'_, [u8]>>>, Refusal> {
    if OLD_SIGNATURES.iter().any(|signature| bytes.starts_with(signature)) {
        return Err(Refusal::TooOld);
    }
    if !bytes.starts_with(&SIGNATURE) {
        return Err(Refusal::WrongType);
    }
    let bytes = padding::with_free_sectors(bytes);
    CompoundFile::open(Cursor::new(bytes)).map_err(|_| Refusal::Damaged)
}

/// Refuses macros and embedded objects anywhere in a compound file.
pub(super) fn check_entries<F>(file: &CompoundFile<F>) -> Result<(), Refusal> {
    match file.walk().filter_map(|entry| refusal_of(&entry)).min() {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}

/// Whether a compound file is an encrypted document of a later format.
pub(super) fn is_encrypted_package(bytes: &[u8]) -> bool {
    open(bytes).is_ok_and(|file| file.exists("/EncryptedPackage"))
}

fn refusal_of(entry: &Entry) -> Option<Refusal> {
    let name = entry.name().trim_start_matches(char::is_control).to_ascii_lowercase();
    // Word makes the folder of objects in documents that have none, too.
    let is_object = entry
        .path()
        .parent()
        .is_some_and(|parent| parent.ends_with("ObjectPool"));
    match name.as_str() {
        "macros" | "vba" | "_vba_project" | "_vba_project_cur" | "ocxname" | "ocxdata" => Some(Refusal::Macros),
        "ole10native" | "package" => Some(Refusal::Attachments),
        _ if is_object => Some(Refusal::Attachments),
        _ => None,
    }
}

fn flags(text: &[u8]) -> u16 {
    let flags = text.get(FLAGS..).and_then(<[u8]>::first_chunk);
    flags.map_or(0, |flags| u16::from_le_bytes(*flags))
}

/// Whether a field loads content from elsewhere, in what is in the stream of the text, used or not: read as characters of one byte, or of
/// two from each position. A mixture would take half a character, such as a dash (U+2013), for the start of a field.
fn is_external_in_any_view(text: &[u8]) -> bool {
    let second = text.get(1..).unwrap_or_default();
    has_external_field(text.iter().copied().map(char::from))
        || [text, second]
            .into_iter()
            .any(|bytes| has_external_field(wide_characters(bytes)))
}

/// The characters of two bytes. Characters that need two such pairs are replaced: no name of a field has one.
fn wide_characters(bytes: &[u8]) -> impl Iterator<Item = char> + Clone {
    let units = bytes.chunks_exact(2).filter_map(|unit| unit.first_chunk());
    units.map(|unit| char::from_u32(u16::from_le_bytes(*unit).into()).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Whether a field loads content from elsewhere.
fn has_external_field(mut text: impl Iterator<Item = char> + Clone) -> bool {
    while text.any(|character| character == FIELD_START) {
        if field::is_external(text.clone().take_while(|character| *character != FIELD_START)) {
            return true;
        }
    }
    false
}

/// Whether a field starts where another one should have its name, which would then be the result of the first.
fn has_field_as_name(mut text: impl Iterator<Item = char> + Clone) -> bool {
    while text.any(|character| character == FIELD_START) {
        let mut rest = text.clone();
        let next = rest.find(|character| *character == FIELD_START || !field::is_before_name(*character));
        if next == Some(FIELD_START) {
            return true;
        }
    }
    false
}
