//! The parsers that read the bytes of strangers, as fuzz targets: functions of bytes that must neither panic nor take long.
//!
//! `scripts/fuzz` runs them with libFuzzer. The unit test runs them with the kept inputs in `corpus`.

#[path = "../../auth/src/claims.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "a public module of another crate, of which the targets use a part"
)]
mod claims;
#[path = "../../auth/src/jws.rs"]
mod jws;

mod documents;
mod photos;
mod requests;
mod videos;

#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its folder in `corpus`.
    pub name: &'static str,
    /// Parses the bytes. A finding is a panic, or too much time or memory.
    pub parse: fn(&[u8]),
}

pub const TARGETS: [Target; 10] = [
    Target {
        name: "pdf",
        parse: documents::pdf,
    },
    Target {
        name: "doc",
        parse: documents::doc,
    },
    Target {
        name: "docx",
        parse: documents::docx,
    },
    Target {
        name: "docx-parts",
        parse: documents::docx_parts,
    },
    Target {
        name: "mp4",
        parse: videos::parse,
    },
    Target {
        name: "matroska",
        parse: videos::parse,
    },
    Target {
        name: "photo",
        parse: photos::parse,
    },
    Target {
        name: "multipart",
        parse: requests::multipart,
    },
    Target {
        name: "json",
        parse: requests::json,
    },
    Target {
        name: "token",
        parse: requests::token,
    },
];

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::TARGETS;

    #[test]
    fn every_kept_input_is_parsed() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        for target in &TARGETS {
            let inputs: Vec<_> = fs::read_dir(corpus.join(target.name)).unwrap().collect();
            assert!(!inputs.is_empty(), "{}", target.name);
            for input in inputs {
                let path = input.unwrap().path();
                // The name of the input is in the output of a panic.
                println!("{}", path.display());
                (target.parse)(&fs::read(&path).unwrap());
            }
        }
        assert_eq!(fs::read_dir(corpus).unwrap().count(), TARGETS.len());
    }
}
