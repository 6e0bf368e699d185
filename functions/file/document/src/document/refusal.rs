//! Why documents are refused.

use api::ErrorCode;

/// Why a document is refused. Of several reasons, the first of this list is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refusal {
    /// Not a PDF or a Word document.
    WrongType,
    /// A part of it is missing or cannot be read.
    Damaged,
    /// Encrypted, so its content cannot be checked.
    Protected,
    /// VBA or `ActiveX` controls.
    Macros,
    /// Scripts, or actions that start programs or send data.
    Scripts,
    /// Other files.
    Attachments,
    /// Content or commands that are loaded from elsewhere.
    ExternalContent,
    /// More parts, bytes or nesting than are checked.
    TooComplex,
}

impl From<Refusal> for ErrorCode {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::WrongType => Self::CvFileTypeWrong,
            Refusal::Damaged => Self::CvFileDamaged,
            Refusal::Protected => Self::CvFileProtected,
            Refusal::Macros => Self::CvFileHasMacros,
            Refusal::Scripts => Self::CvFileHasScripts,
            Refusal::Attachments => Self::CvFileHasAttachments,
            Refusal::ExternalContent => Self::CvFileHasExternalContent,
            Refusal::TooComplex => Self::CvFileTooComplex,
        }
    }
}
