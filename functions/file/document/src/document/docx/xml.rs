//! The XML parts of a Word document.

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::{Refusal, field};

/// The attribute of a relationship that says where its target is.
const TARGET_MODE: &str = "TargetMode";

/// Refuses relationships with content outside the file, except hyperlinks, and with controls or other files.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check_relationships(part: &str) -> Result<(), Refusal> {
    for_each(part, |event| match event {
        Event::Start(element) | Event::Empty(element) if element.local_name().as_ref() == "Relationship" => {
            check_relationship(element)
        }
        _ => Ok(()),
    })
}

fn check_relationship(element: &BytesStart<'_>) -> Result<(), Refusal> {
    let kind = attribute(element, "Type")?.to_ascii_lowercase();
    let kind = kind.rsplit('/').next().unwrap_or_default();
    let is_external = attribute(element, TARGET_MODE)?.eq_ignore_ascii_case("external");
    match kind {
        "vbaproject" | "wordvbadata" | "control" | "activexcontrolbinary" => Err(Refusal::Macros),
        "hyperlink" => Ok(()),
        // The path of the template on the author's computer. Documents that were made from a template have it.
        "attachedtemplate" if is_external && is_path_of_drive(&attribute(element, "Target")?) => Ok(()),
        _ if is_external => Err(Refusal::ExternalContent),
        "oleobject" | "package" | "afchunk" => Err(Refusal::Attachments),
        _ => Ok(()),
    }
}

/// Whether a target is a file on a drive of the computer, such as `file:///C:\Templates\CV.dotx`, and not on a server.
fn is_path_of_drive(target: &str) -> bool {
    let path = target.strip_prefix("file:///").unwrap_or(target);
    let mut characters = path.chars();
    characters.next().is_some_and(|drive| drive.is_ascii_alphabetic()) && characters.next() == Some(':')
}

/// Refuses fields that load content from elsewhere. The parts of an instruction may be in several elements.
///
/// # Errors
/// [`Refusal`].
pub(super) fn check_fields(part: &str) -> Result<(), Refusal> {
    // One field in each line.
    let mut instructions = String::new();
    let mut is_instruction = false;
    for_each(part, |event| {
        match event {
            Event::Start(element) | Event::Empty(element) => match element.local_name().as_ref() {
                "instrText" | "delInstrText" => is_instruction = true,
                "fldSimple" => {
                    instructions.push('\n');
                    instructions.push_str(&attribute(element, "instr")?);
                    instructions.push('\n');
                }
                "fldChar" => instructions.push('\n'),
                _ => {}
            },
            Event::End(element) if matches!(element.local_name().as_ref(), "instrText" | "delInstrText") => {
                is_instruction = false;
            }
            Event::Text(text) if is_instruction => instructions.push_str(&text.xml10_content()),
            Event::CData(text) if is_instruction => instructions.push_str(&text.xml10_content()),
            // A character of an instruction that is written as its number.
            Event::GeneralRef(reference) if is_instruction => {
                instructions.extend(reference.resolve_char_ref().ok().flatten());
            }
            _ => {}
        }
        Ok(())
    })?;
    if instructions.lines().any(|line| field::is_external(line.chars())) {
        return Err(Refusal::ExternalContent);
    }
    Ok(())
}

/// Passes each event of a part to `check`. A part with a document type, which Word does not write, is refused: it could define entities.
fn for_each(part: &str, mut check: impl FnMut(&Event<'_>) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut reader = Reader::from_str(part.trim_start_matches('\u{feff}'));
    loop {
        match reader.read_event().map_err(|_| Refusal::Damaged)? {
            Event::Eof => return Ok(()),
            Event::DocType(_) => return Err(Refusal::TooComplex),
            event => check(&event)?,
        }
    }
}

/// The value of an attribute, whatever its namespace. Empty when there is none.
fn attribute(element: &BytesStart<'_>, name: &str) -> Result<String, Refusal> {
    // Its check for repeated names takes quadratic time.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| Refusal::Damaged)?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            return Ok(value.map_err(|_| Refusal::Damaged)?.into_owned());
        }
    }
    Ok(String::new())
}
