//! The XML parts of a Word document.

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::Refusal;

/// The attribute of a relationship that says where its target is.
const TARGET_MODE: &str = "TargetMode";

/// The fields that run a command.
const COMMANDS: [&str; 2] = ["DDE", "DDEAUTO"];

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

/// Refuses fields that run a command. The parts of an instruction may be in several elements.
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
                "instrText" => is_instruction = true,
                "fldSimple" => {
                    instructions.push('\n');
                    instructions.push_str(&attribute(element, "instr")?);
                    instructions.push('\n');
                }
                "fldChar" => instructions.push('\n'),
                _ => {}
            },
            Event::End(element) if element.local_name().as_ref() == "instrText" => is_instruction = false,
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
    let mut names = instructions.lines().filter_map(|line| line.split_whitespace().next());
    if names.any(|name| COMMANDS.iter().any(|command| name.eq_ignore_ascii_case(command))) {
        return Err(Refusal::ExternalContent);
    }
    Ok(())
}

/// Passes each event of a part to `check`. A part with a document type, which Word does not write, is refused: it could define entities.
fn for_each(part: &str, mut check: impl FnMut(&Event<'_>) -> Result<(), Refusal>) -> Result<(), Refusal> {
    let mut reader = Reader::from_str(part.trim_start_matches('\u{feff}'));
    loop {
        match reader.read_event().map_err(|_| Refusal::WrongType)? {
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
        let attribute = attribute.map_err(|_| Refusal::WrongType)?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            return Ok(value.map_err(|_| Refusal::WrongType)?.into_owned());
        }
    }
    Ok(String::new())
}
