//! The program of libFuzzer. The variable `TARGET` names the parser.
#![no_main]

use std::{env, sync::LazyLock};

use fuzz::TARGETS;
use libfuzzer_sys::fuzz_target;

static PARSE: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = env::var("TARGET").expect("the variable TARGET");
    let target = TARGETS.iter().find(|target| target.name == name);
    target.expect("TARGET is the name of a parser").parse
});

fuzz_target!(|bytes: &[u8]| PARSE(bytes));
