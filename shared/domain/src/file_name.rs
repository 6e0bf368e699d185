//! What people call their files.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// The longest name before its extension, in characters.
const STEM_MAX: usize = 100;
/// The longest extension, in characters.
const EXTENSION_MAX: usize = 10;
/// What RFC 8187 lets stand for itself in a `filename*`, besides letters and digits.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// A file's name, in any script: without folders, in one line, and with its extension where the reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileName(String);

/// A name without an extension, or with nothing before it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not the name of a file of some type")]
pub struct FileNameError;

impl FileName {
    /// The name that a browser sent, made safe to show and to send back.
    ///
    /// # Errors
    /// When it does not say what type the file is of.
    pub fn parse(sent: &str) -> Result<Self, FileNameError> {
        // Some browsers have sent whole paths.
        let name = sent.rsplit(['/', '\\']).next().unwrap_or(sent);
        let name: String = name.chars().filter(|character| !is_invisible(*character)).collect();
        let (stem, extension) = name.trim().rsplit_once('.').ok_or(FileNameError)?;
        let stem: String = stem.trim().chars().take(STEM_MAX).collect();
        let is_extension = (1..=EXTENSION_MAX).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if stem.is_empty() || !is_extension {
            return Err(FileNameError);
        }
        Ok(Self(format!("{stem}.{extension}")))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What every photo is called: what people call theirs says where it was taken, or by what.
    #[must_use]
    pub fn of_photo() -> Self {
        Self("photo.jpg".to_owned())
    }

    /// The name of a video, with an extension of the type that its content has: the one that was sent, or else the usual one.
    #[must_use]
    pub fn of_video(sent: &str, usual: &str, others: &[&str]) -> Self {
        match Self::parse(sent) {
            Ok(name) if name.extension() == usual || others.contains(&name.extension().as_str()) => name,
            Ok(Self(name)) => {
                let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
                Self(format!("{stem}.{usual}"))
            }
            Err(FileNameError) => {
                Self::parse(&format!("{sent}.{usual}")).unwrap_or_else(|_| Self(format!("video.{usual}")))
            }
        }
    }

    /// What comes after the last dot, in lower case.
    #[must_use]
    pub fn extension(&self) -> String {
        let extension = self.0.rsplit('.').next().unwrap_or_default();
        extension.to_ascii_lowercase()
    }

    /// The `Content-Disposition` with which a browser shows the file, or else keeps it under its name (RFC 6266).
    #[must_use]
    pub fn disposition(&self, shown: bool) -> String {
        let kind = if shown { "inline" } else { "attachment" };
        // For clients that do not read `filename*`.
        let plain: String = self.0.chars().map(plain).collect();
        let encoded = utf8_percent_encode(&self.0, ENCODED);
        format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
    }
}

/// What shows nothing, and may turn the direction of what is around it: an extension could seem to be another one.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

const fn plain(character: char) -> char {
    match character {
        '"' | '%' | '\\' => '_',
        ' '..='~' => character,
        _ => '_',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_folders_no_lines_and_nothing_invisible() {
        let parse = |sent: &str| FileName::parse(sent).map(|name| name.0);
        for (sent, name) in [
            ("cv.pdf", "cv.pdf"),
            (" C:\\Users\\Amina\\My CV.final.PDF ", "My CV.final.PDF"),
            ("../../etc/cv.doc", "cv.doc"),
            ("سيرة ذاتية.docx", "سيرة ذاتية.docx"),
            ("cv\r\nX-Evil: 1.pdf", "cvX-Evil: 1.pdf"),
            ("cv\u{202e}fdp.exe", "cvfdp.exe"),
        ] {
            assert_eq!(parse(sent).as_deref(), Ok(name), "{sent:?}");
        }
        let long = format!("{}.pdf", "س".repeat(300));
        assert_eq!(parse(&long), Ok(format!("{}.pdf", "س".repeat(100))));
        for sent in ["", "cv", ".pdf", "cv.", "cv.p d f", "cv.سيرة", "/", " . "] {
            assert_eq!(parse(sent), Err(FileNameError), "{sent:?}");
        }
    }

    #[test]
    fn the_extension_is_told_in_lower_case() {
        assert_eq!(
            FileName::parse("cv.tar.PDF").map(|name| name.extension()),
            Ok("pdf".to_owned())
        );
    }

    #[test]
    fn a_video_has_an_extension_of_its_type() {
        for (sent, name) in [
            ("trip.MOV", "trip.MOV"),
            ("trip.mp4", "trip.mov"),
            ("trip.mov.exe", "trip.mov.mov"),
            ("trip", "trip.mov"),
            ("trip.", "trip..mov"),
            ("", "video.mov"),
            ("/", "video.mov"),
        ] {
            assert_eq!(FileName::of_video(sent, "mov", &["qt"]).0, name, "{sent:?}");
        }
    }

    #[test]
    fn a_disposition_is_ascii_and_has_the_whole_name() {
        let disposition = |sent, shown| FileName::parse(sent).map(|name| name.disposition(shown));
        assert_eq!(
            disposition("cv.pdf", true).as_deref(),
            Ok("inline; filename=\"cv.pdf\"; filename*=UTF-8''cv.pdf")
        );
        assert_eq!(
            disposition("سيرة \"1\".doc", false).as_deref(),
            Ok("attachment; filename=\"____ _1_.doc\"; filename*=UTF-8''%D8%B3%D9%8A%D8%B1%D8%A9%20%221%22.doc")
        );
    }
}
