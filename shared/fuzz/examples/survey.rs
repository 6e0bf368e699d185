//! Checks every file of a folder as the endpoints do, and prints what was accepted, why the rest was refused, the slowest file and the one that
//! took the most memory. A public suite of files shows with it what a change of a parser accepts and refuses.
//!
//! ```sh
//! cargo run --workspace --example survey -- FOLDER [--list]
//! ```
//!
//! Each file has a process of its own, so that a panic ends only that one, and memory is that of one file.
#![expect(clippy::disallowed_methods, reason = "it measures how long a file takes")]

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// The argument of the process for one file.
const ONE: &str = "--one";

struct Outcome {
    verdict: String,
    time: Duration,
    kibibytes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *arguments {
        [ONE, path] => print_one(Path::new(path)),
        [folder] => survey(Path::new(folder), false),
        [folder, "--list"] => survey(Path::new(folder), true),
        _ => Err("usage: survey FOLDER [--list]".into()),
    }
}

fn print_one(path: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let start = Instant::now();
    let verdict = fuzz::verdict(&name, &bytes).map_or_else(|refusal| refusal, |()| "accepted".to_owned());
    println!("{verdict} {} {}", start.elapsed().as_micros(), peak_kibibytes()?);
    Ok(())
}

/// The most memory that this process has had.
fn peak_kibibytes() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("no peak of memory")?.parse()?)
}

fn survey(folder: &Path, is_listed: bool) -> Result<(), Box<dyn Error>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    let program = env::current_exe()?;
    let mut outcomes = Vec::new();
    for path in paths {
        let output = Command::new(&program).arg(ONE).arg(&path).output()?;
        let outcome = parse(&String::from_utf8_lossy(&output.stdout)).unwrap_or_else(|| Outcome {
            verdict: "PANIC".to_owned(),
            time: Duration::ZERO,
            kibibytes: 0,
        });
        if is_listed {
            println!("{} {}", outcome.verdict, path.display());
        }
        outcomes.push((path, outcome));
    }
    let mut counts = BTreeMap::<_, usize>::new();
    for (_, outcome) in &outcomes {
        *counts.entry(&*outcome.verdict).or_default() += 1;
    }
    println!("{} files", outcomes.len());
    for (verdict, count) in counts {
        println!("{count:>6} {verdict}");
    }
    if let Some((path, outcome)) = outcomes.iter().max_by_key(|(_, outcome)| outcome.time) {
        println!("slowest: {} ms, {}", outcome.time.as_millis(), path.display());
    }
    if let Some((path, outcome)) = outcomes.iter().max_by_key(|(_, outcome)| outcome.kibibytes) {
        println!("largest: {} MiB, {}", outcome.kibibytes / 1024, path.display());
    }
    Ok(())
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

fn parse(line: &str) -> Option<Outcome> {
    let mut words = line.split_whitespace();
    Some(Outcome {
        verdict: words.next()?.to_owned(),
        time: Duration::from_micros(words.next()?.parse().ok()?),
        kibibytes: words.next()?.parse().ok()?,
    })
}
