//! Detects the type of a document from its content.

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use domain::FileName;
use zip::ZipArchive;

const PDF: &str = "application/pdf";
const DOC: &str = "application/msword";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// The content type of the main part of a Word document. A document with macros has another.
const DOCX_MAIN_PART: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// How many decompressed bytes of the list of content types are read at most, against decompression bombs.
const MAX_CONTENT_TYPES_BYTES: u64 = 256 * 1024;
/// The first bytes of the stream `WordDocument`, in Word 97 and later.
const DOC_MAGIC: [u8; 2] = [0xec, 0xa5];

/// The media type of a PDF file or of a Word document without macros. None for any other file, and when the extension of the name
/// does not match.
pub(crate) fn content_type(name: &FileName, bytes: &[u8]) -> Option<&'static str> {
    match name.extension().as_str() {
        "pdf" if is_pdf(bytes) => Some(PDF),
        "doc" if is_doc(bytes) => Some(DOC),
        "docx" if is_docx(bytes) => Some(DOCX),
        _ => None,
    }
}

fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-")
}

/// Whether it is a compound file with the stream of a Word document, and without a folder for macros.
fn is_doc(bytes: &[u8]) -> bool {
    let Ok(mut file) = CompoundFile::open(Cursor::new(bytes)) else {
        return false;
    };
    let has_macros = file.walk().any(|entry| is_macros_folder(entry.name()));
    let mut magic = [0; 2];
    let stream = file.open_stream("/WordDocument");
    let read = stream.and_then(|mut stream| stream.read_exact(&mut magic));
    read.is_ok() && magic == DOC_MAGIC && !has_macros
}

fn is_macros_folder(name: &str) -> bool {
    ["Macros", "VBA", "_VBA_PROJECT", "_VBA_PROJECT_CUR"]
        .iter()
        .any(|folder| name.eq_ignore_ascii_case(folder))
}

/// Whether it is a ZIP archive with the main part of a Word document, and without a part for macros or a content type for one.
fn is_docx(bytes: &[u8]) -> bool {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return false;
    };
    let names: Result<Vec<_>, _> = archive.file_names().collect();
    let has_only_expected_parts = names.is_ok_and(|names| {
        let has_macros = names
            .iter()
            .any(|name| name.to_ascii_lowercase().ends_with("vbaproject.bin"));
        names.iter().any(|name| name == "word/document.xml") && !has_macros
    });
    if !has_only_expected_parts {
        return false;
    }
    let Ok(content_types_part) = archive.by_name("[Content_Types].xml") else {
        return false;
    };
    let mut content_types = String::new();
    let read = content_types_part
        .take(MAX_CONTENT_TYPES_BYTES)
        .read_to_string(&mut content_types);
    read.is_ok()
        && content_types.contains(DOCX_MAIN_PART)
        && !content_types.to_ascii_lowercase().contains("macroenabled")
}
