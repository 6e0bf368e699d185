//! The parts that describe a package: its first relationships, and the types of its parts (ECMA-376, part 2).

use quick_xml::events::Event;

use super::{
    Refusal, names,
    xml::{attribute, for_each},
};

/// The name of the main part, by the relationships of the package. None when there is none.
///
/// # Errors
/// [`Refusal`]. With two different ones, programs disagree which one they open.
pub(super) fn main_part(relationships: &str) -> Result<Option<String>, Refusal> {
    let mut found = None;
    for_each(relationships, |_, event| {
        if let Event::Start(element) | Event::Empty(element) = event
            && element.local_name().as_ref() == "Relationship"
            && attribute(element, "Type")?.ends_with("/officeDocument")
        {
            set(&mut found, names::normalized(&attribute(element, "Target")?))?;
        }
        Ok(())
    })?;
    Ok(found)
}

/// The type of a part: its own, or else that of its extension.
pub(super) fn type_of(types: &str, part: &str) -> Result<Option<String>, Refusal> {
    let (mut own, mut usual) = (None, None);
    let extension = part.rsplit('.').next().unwrap_or_default();
    for_each(types, |_, event| {
        if let Event::Start(element) | Event::Empty(element) = event {
            match element.local_name().as_ref() {
                "Override" if names::normalized(&attribute(element, "PartName")?) == part => {
                    set(&mut own, attribute(element, "ContentType")?)?;
                }
                "Default" if attribute(element, "Extension")?.eq_ignore_ascii_case(extension) => {
                    set(&mut usual, attribute(element, "ContentType")?)?;
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok(own.or(usual))
}

fn set(target: &mut Option<String>, value: String) -> Result<(), Refusal> {
    match target.replace(value) {
        Some(other) if Some(&other) != target.as_ref() => Err(Refusal::TooComplex),
        _ => Ok(()),
    }
}
