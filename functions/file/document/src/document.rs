//! What a document is, by its content and not by what it says to be.

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use domain::FileName;
use zip::ZipArchive;

const PDF: &str = "application/pdf";
const DOC: &str = "application/msword";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// How a Word document says which of its parts is the text. One with macros says it otherwise.
const DOCX_TEXT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// The most that is read of a part: small files can be packed that have no end.
const PART_MAX: u64 = 256 * 1024;
/// What the text of a Word document of 1997 and later begins with.
const DOC_TEXT: [u8; 2] = [0xec, 0xa5];

/// The type of a PDF or Word document without macros; nothing when it is another file, or its name says something else.
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

/// A compound file with a text, and no folder in which macros would be.
fn is_doc(bytes: &[u8]) -> bool {
    let Ok(mut file) = CompoundFile::open(Cursor::new(bytes)) else {
        return false;
    };
    let has_macros = file.walk().any(|entry| is_macros_folder(entry.name()));
    let mut beginning = [0; 2];
    let text = file.open_stream("/WordDocument");
    let read = text.and_then(|mut text| text.read_exact(&mut beginning));
    read.is_ok() && beginning == DOC_TEXT && !has_macros
}

fn is_macros_folder(name: &str) -> bool {
    ["Macros", "VBA", "_VBA_PROJECT", "_VBA_PROJECT_CUR"]
        .iter()
        .any(|folder| name.eq_ignore_ascii_case(folder))
}

/// An archive with a text, and neither a part for macros nor a word of one.
fn is_docx(bytes: &[u8]) -> bool {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return false;
    };
    let names: Result<Vec<_>, _> = archive.file_names().collect();
    let is_text_alone = names.is_ok_and(|names| {
        let has_macros = names
            .iter()
            .any(|name| name.to_ascii_lowercase().ends_with("vbaproject.bin"));
        names.iter().any(|name| name == "word/document.xml") && !has_macros
    });
    if !is_text_alone {
        return false;
    }
    let Ok(part) = archive.by_name("[Content_Types].xml") else {
        return false;
    };
    let mut types = String::new();
    let read = part.take(PART_MAX).read_to_string(&mut types);
    read.is_ok() && types.contains(DOCX_TEXT) && !types.to_ascii_lowercase().contains("macroenabled")
}
