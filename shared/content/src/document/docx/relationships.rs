//! What parts refer to, in the document and outside of it.

use quick_xml::events::BytesStart;

use super::{Refusal, names, xml::attribute};

/// Refuses a relationship with content outside the file, except hyperlinks, and with controls or other files. A chart may lead to its workbook.
pub(super) fn check(element: &BytesStart<'_>, is_of_chart: bool) -> Result<(), Refusal> {
    let kind = attribute(element, "Type")?.to_ascii_lowercase();
    let kind = kind.rsplit('/').next().unwrap_or_default();
    let target = attribute(element, "Target")?;
    // Programs ignore the white space around it.
    let mode = attribute(element, "TargetMode")?.trim().to_ascii_lowercase();
    let is_external = !matches!(&*mode, "" | "internal") || is_elsewhere(&target);
    match kind {
        "vbaproject" | "wordvbadata" | "control" | "activexcontrolbinary" => Err(Refusal::Macros),
        "hyperlink" => Ok(()),
        // The path of the template on the author's computer. Documents that were made from a template have it.
        "attachedtemplate" if is_on_computer(&target) => Ok(()),
        // The workbook on the author's computer that a chart was copied from, which Word opens only to change its numbers.
        "oleobject" if is_of_chart && is_external && is_on_computer(&target) => Ok(()),
        _ if is_external => Err(Refusal::ExternalContent),
        "package" if is_of_chart => Ok(()),
        "oleobject" | "package" | "afchunk" | "subdocument" => Err(Refusal::Attachments),
        _ => Ok(()),
    }
}

/// Whether a target that counts as a part is a URL or a path of a server.
fn is_elsewhere(target: &str) -> bool {
    let target = with_slashes(target);
    target.starts_with("//") || target.contains("://")
}

/// Whether a target is a path on the computer, and not on a server: `CV.dotx`, `/Users/a/CV.dotx`, `file:///C:\Templates\CV.dotx`, or
/// `Macintosh HD:Users:a:CV.dotx`.
fn is_on_computer(target: &str) -> bool {
    let target = with_slashes(target);
    let is_file = target
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let path = if is_file {
        target.get(5..).unwrap_or_default()
    } else {
        &target
    };
    let path = match path.strip_prefix("//") {
        None => path,
        // Between the second slash and the third is the host.
        Some(of_host) if is_file => {
            let path = of_host.strip_prefix("localhost").unwrap_or(of_host);
            if !path.starts_with('/') {
                return false;
            }
            path
        }
        Some(_) => return false,
    };
    if path.starts_with("//") || path.contains("://") || path.chars().any(char::is_control) {
        return false;
    }
    is_path(path.trim_start_matches('/'))
}

/// Whether what precedes a colon is a drive of Windows or a volume of a Mac, and not the scheme of a URL.
fn is_path(path: &str) -> bool {
    match path.split_once(':') {
        None => true,
        Some((drive, _)) if drive.len() == 1 => true,
        Some((volume, rest)) => {
            !rest.contains('/') && (volume.contains(' ') || (rest.contains(':') && !is_scheme(volume)))
        }
    }
}

/// Whether a word is a scheme that Word loads content by, with others after it, such as `mhtml:http:`.
fn is_scheme(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word.starts_with("ms-") || ["http", "https", "ftp", "mhtml", "its", "file"].contains(&&*word)
}

fn with_slashes(target: &str) -> String {
    names::decoded(target).trim().replace('\\', "/")
}
