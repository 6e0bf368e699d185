//! Measures `ops catalogue import` with the courses of the catalogue and with 2,000: the time, and the requests that it sends. Each
//! catalogue is imported into empty tables, and again.

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use testing::{Stack, faults::Proxy, repository};
use tokio::process::Command;

const COURSES: usize = 2000;
/// More than there are positions of one type in the catalogue.
const POSITIONS: usize = 10_000;

pub(crate) async fn measure() {
    let stack = Stack::running();
    let deployed = repository().join("infra/catalogue");
    let files = fs::read_dir(deployed.join("courses")).expect("the catalogue");
    for copies in [1, COURSES / files.count()] {
        let catalogue = copied(&deployed, copies);
        let name = stack.create_empty_tables().await;
        for state in ["into empty tables", "again"] {
            let proxy = Proxy::start(&stack).await;
            let (time, written) = import(&stack, &proxy, &name, catalogue.path()).await;
            let mut requests: BTreeMap<String, usize> = BTreeMap::new();
            for request in proxy.requests() {
                *requests.entry(request.name).or_default() += 1;
            }
            println!("{} {state}: {:.1} s", written.trim(), time.as_secs_f64());
            println!("  {requests:?}");
        }
    }
}

/// A folder with copies of each course and each price of a catalogue.
fn copied(catalogue: &Path, copies: usize) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for part in ["courses", "prices"] {
        fs::create_dir(folder.path().join(part)).expect("the folder can be created");
        for entry in fs::read_dir(catalogue.join(part)).expect("the catalogue") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a file of the catalogue");
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            let write = |name: &str, text: String| {
                let file = folder.path().join(part).join(format!("{name}.toml"));
                fs::write(file, text).expect("the file can be written");
            };
            if part == "prices" {
                write(name, prices(&text, copies));
            } else {
                for copy in 0..copies {
                    write(&format!("{name}-{copy}"), course(&text, copy));
                }
            }
        }
    }
    folder
}

/// The text of a course with a position of its own.
fn course(text: &str, copy: usize) -> String {
    let (before, rest) = text.split_once("\nposition = ").expect("a position");
    let (position, rest) = rest.split_once('\n').expect("other lines");
    let position: usize = position.parse().expect("a number");
    format!("{before}\nposition = {}\n{rest}", position + copy * POSITIONS)
}

/// The text of a price list with the price of each copy.
fn prices(text: &str, copies: usize) -> String {
    let (head, amounts) = text.split_once("[amounts]\n").expect("amounts");
    let lines = amounts.lines().filter_map(|line| line.split_once(" = "));
    let lines = lines.flat_map(|(id, amount)| (0..copies).map(move |copy| format!("{id}-{copy} = {amount}\n")));
    format!("{head}[amounts]\n{}", lines.collect::<String>())
}

/// Imports a catalogue into the tables of the stack with this name, through a proxy. Returns the time, and what was written.
async fn import(stack: &Stack, proxy: &Proxy, name: &str, catalogue: &Path) -> (Duration, String) {
    let started = Instant::now();
    let finished = Command::new(env::var("OPS").expect("scripts/bench says where it is"))
        .args(["catalogue", "import", "--from"])
        .arg(catalogue)
        .env_clear()
        .envs(stack.environment())
        .env("AWS_ENDPOINT_URL", proxy.endpoint())
        .env("STACK", name)
        .output()
        .await
        .expect("the tool starts");
    let time = started.elapsed();
    assert!(
        finished.status.success(),
        "{}",
        String::from_utf8_lossy(&finished.stderr)
    );
    let output = String::from_utf8(finished.stdout).expect("UTF-8");
    let written = output.lines().find(|line| line.contains("written:"));
    (time, written.expect("a summary").to_owned())
}
