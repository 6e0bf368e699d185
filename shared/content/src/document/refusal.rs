//! Why documents are refused.

use api::ErrorCode;

/// Why a document is refused. Of several reasons, the first of this list is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Not a PDF or a Word document.
    WrongType,
    /// RTF, whatever its name says.
    Rtf,
    /// Of Word 95 or older.
    TooOld,
    /// A part of it is missing or cannot be read.
    Damaged,
    /// Encrypted with a password, so its content cannot be checked.
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
            Refusal::Rtf => Self::CvFileIsRtf,
            Refusal::TooOld => Self::CvFileTooOld,
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
