//! What the endpoints say of a file.

use std::{fmt::Debug, io::Cursor, time::Duration};

use domain::FileName;

use content::{document, photo, video};

const MIB: usize = 1024 * 1024;
const MAX_VIDEO: Duration = Duration::from_millis(120_100);

/// Checks a file as the endpoint for its extension does.
pub fn verdict(name: &str, bytes: &[u8]) -> Result<(), String> {
    let name = FileName::parse(name).map_err(|_| "WrongName")?;
    match name.extension().as_str() {
        "jpg" | "jpeg" | "jfif" | "png" | "webp" | "gif" => {
            within(5 * MIB, bytes)?;
            photo::reencode(bytes, photo::PERSON_SIDE).map(drop).map_err(reason)
        }
        "mp4" | "m4v" | "mov" | "qt" | "3gp" | "webm" | "mkv" => {
            within(20 * MIB, bytes)?;
            let video = video::probe(&mut Cursor::new(bytes)).map_err(reason)?;
            if video.duration > MAX_VIDEO {
                return Err("TooLong".to_owned());
            }
            Ok(())
        }
        _ => {
            within(2 * MIB, bytes)?;
            document::content_type(&name, bytes).map(drop).map_err(reason)
        }
    }
}

fn within(limit: usize, bytes: &[u8]) -> Result<(), String> {
    if bytes.len() > limit {
        return Err("TooLarge".to_owned());
    }
    Ok(())
}

fn reason(refusal: impl Debug) -> String {
    format!("{refusal:?}")
}
