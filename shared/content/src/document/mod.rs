//! Detects the type of a document from its content, and refuses content that a CV does not need and that can harm its readers.

mod doc;
mod docx;
mod field;
mod pdf;
mod refusal;
mod rtf;

use domain::FileName;

pub use refusal::Refusal;

const PDF: &str = "application/pdf";
const DOC: &str = "application/msword";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// The media type of a PDF file or of a Word document.
///
/// # Errors
/// [`Refusal`]. Also when the extension of the name does not match the content.
pub fn content_type(name: &FileName, bytes: &[u8]) -> Result<&'static str, Refusal> {
    match name.extension().as_str() {
        "pdf" => pdf::check(bytes).map(|()| PDF),
        "doc" | "docx" if rtf::is_rtf(bytes) => Err(Refusal::Rtf),
        "doc" => doc::check(bytes).map(|()| DOC),
        "docx" => docx::check(bytes).map(|()| DOCX),
        _ => Err(Refusal::WrongType),
    }
}
