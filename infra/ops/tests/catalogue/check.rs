//! `ops catalogue check`.

use tempfile::TempDir;

use super::{Catalogue, DESCRIPTION, course, localized, run, whole_course};
use crate::prelude::*;

#[test]
fn summarizes_a_valid_catalogue() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "prices/algeria.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"900.00\"\nsecond = \"1800.00\"\n",
    );
    let (succeeded, output) = catalogue.check();
    assert!(succeeded);
    assert_snapshot!(output, @"2 courses and 4 prices in 2 lists: no errors.");
}

#[test]
fn warns_of_a_course_without_a_price_in_a_country() {
    let (succeeded, output) = Catalogue::new().check();
    assert!(succeeded);
    assert_snapshot!(output, @r#"
    2 courses and 3 prices in 2 lists: no errors.
    Warning: prices/algeria.toml:1: "second" has no price here: its default price applies, in USD
    "#);
}

#[test]
fn the_catalogue_of_this_repository_has_neither_errors_nor_gaps() {
    let folder = repository().join("infra/catalogue");
    let arguments = ["catalogue", "check", "--from", &folder.display().to_string()];
    let output = ops(&Stack::running(), &arguments).success();
    assert!(!output.contains("Warning"), "{output}");
}

#[test]
fn reports_every_error_of_a_course() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "courses/first.toml",
        &format!(
            "typ = \"cpd\"\ntype = \"evening\"\nposition = \"1st\"\n\
             [name]\nen = \"{}\"\nfr = \" \"\nde = \"Name\"\n\
             [description]\nen = \"short\"\nfr = 7\nar = \"{DESCRIPTION}\"\n",
            "n".repeat(61)
        ),
    );
    catalogue.write("courses/Not An Id.toml", &course("additional", 20));
    catalogue.write("courses/loud.TOML", &course("additional", 30));
    catalogue.write("courses/.first.toml.swp.toml", "an editor's own");
    catalogue.write(
        "courses/fourth.toml",
        &course("cpd", 40)
            .replace("\"Nom\"", "\"Nom\u{202e}\"")
            .replace("= 40", "= -40"),
    );
    catalogue.write("courses/third.toml", &course("additional", 10));
    catalogue.write("courses/torn.toml", "type = \"cpd\nposition = 1\n");
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output);
}

#[test]
fn reports_every_error_of_a_price_list() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "prices/default.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\nfirst = \"10.00\"\n",
    );
    catalogue.write(
        "prices/tunisia.toml",
        "country = \"Tunisia\"\ncurrency = \"TND\"\n[amounts]\nfirst = \"1.0005\"\nsecond = 20.5\nthird = \"1.000\"\n",
    );
    catalogue.write(
        "prices/morocco.toml",
        "country = \"Morocco\"\ncurrency = \"MAD\"\n[amounts]\nfirst = \"0.00\"\nsecond = \"20\"\n",
    );
    catalogue.write(
        "prices/algeria-again.toml",
        "country = \"algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    catalogue.write(
        "prices/atlantis.toml",
        "country = \"Atlantis\"\ncurrency = \"ATL\"\n[amounts]\nfirst = \"1.00\"\n",
    );
    catalogue.write("prices/nowhere.toml", "currency = \"EUR\"\n");
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output);
}

#[test]
fn reports_a_folder_that_is_not_a_catalogue() {
    let catalogue = Catalogue(TempDir::new().expect("a folder"));
    catalogue.write(
        "prices/algeria.toml",
        "country = \"Algeria\"\ncurrency = \"DZD\"\n[amounts]\n",
    );
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output, @r"
    courses:1: No such file or directory (os error 2)
    prices/default.toml:1: the default price list is missing
    2 errors.
    Nothing was written.
    ");
}

#[test]
fn refuses_invisible_characters_but_accepts_joiners_within_words() {
    let catalogue = Catalogue::new();
    let texts = course("cpd", 10).replace("\"Name\"", "\"Na\u{200b}me\"");
    catalogue.write("courses/first.toml", &texts.replace("\"اسم\"", "\"ا\u{200c}سم\""));
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output, @r"
    courses/first.toml:4: name.en has an invisible character: a control character or a direction mark
    1 error.
    Nothing was written.
    ");
}

#[test]
fn accepts_a_course_with_everything() {
    let catalogue = Catalogue::new();
    catalogue.write("courses/first.toml", &whole_course(10));
    let (succeeded, output) = catalogue.check();
    assert!(succeeded, "{output}");
}

#[test]
fn reports_every_error_of_facts_and_details() {
    let catalogue = Catalogue::new();
    let mut text = whole_course(10);
    for (right, wrong) in [
        ("level = \"beginner\"", "level = \"guru\""),
        ("[\"fr\", \"ar\"]", "[\"fr\", \"es\", \"fr\"]"),
        ("hours = 5", "hours = 6"),
        ("format = \"hybrid\"", "format = 7"),
        ("group_size = 12", "group_size = 0"),
        ("recordings = true", "recordings = \"yes\""),
        ("artwork = \"first\"", "artwork = \"../first\""),
        ("en = \"takeaway\"", "de = \"takeaway\""),
    ] {
        assert!(text.contains(right), "{right}");
        text = text.replacen(right, wrong, 1);
    }
    let long = format!("\"{}\"", "o".repeat(141));
    text = text.replace("\"outcomes 2 (fr)\"", &long);
    text = text.replace(&localized("[[outcomes]]", "outcomes 3"), "");
    text += &localized("[[syllabus]]", "syllabus 4");
    catalogue.write("courses/first.toml", &text);
    let no_list = course("additional", 10).replace("[name]", "languages = []\nruns = 3\noutcomes = [\"one\"]\n[name]");
    catalogue.write("courses/second.toml", &no_list);
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output);
}

#[test]
fn reports_every_error_of_a_run() {
    let catalogue = Catalogue::new();
    let right = run("2027-spring", "2027-02-06", "2027-02-21");
    let mut text = whole_course(10);
    for (key, wrong) in [
        ("id = \"2027-spring\"", "id = \"Spring 2027\""),
        ("start = \"2027-02-06\"", "start = \"2027-2-6\""),
        ("start = \"2027-02-06\"", "start = \"2027-02-05\""),
        ("start = \"2027-02-06\"", "start = \"2027-02-20\""),
        ("end = \"2027-02-21\"", "end = \"2027-01-31\""),
        ("[\"saturday\", \"sunday\"]", "[\"saturday\", \"Sunday\"]"),
        ("[\"saturday\", \"sunday\"]", "\"saturday\""),
        ("time = \"18:30\"", "time = \"6:30 pm\""),
        ("\"Africa/Algiers\"", "\"Africa/Atlantis\""),
        ("\"Africa/Algiers\"", "\"EST\""),
        ("\"Africa/Algiers\"", "\"Asia/Kathmandu\""),
        ("places = 12", "places = 13"),
        ("language = \"fr\"", "language = \"en\""),
        ("language = \"fr\"\n", ""),
        ("\"0123456789abcdef0123456789abcdef\"", "\"Amina\""),
        ("places", "seats"),
    ] {
        assert!(right.contains(key), "{key}");
        text += &right
            .replacen(key, wrong, 1)
            .replace("2027-spring", &format!("run-{}", text.len()));
    }
    text += &right;
    catalogue.write("courses/first.toml", &text);
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output);
}

#[test]
fn reports_every_error_of_closed_days() {
    let catalogue = Catalogue::new();
    catalogue.write(
        "courses/first.toml",
        &whole_course(10).replacen("time =", "open = [\"2027-02-12\"]\ntime =", 1),
    );
    let name = localized("[days.name]", "A feast");
    catalogue.write(
        "closed-days.toml",
        &format!(
            "[[days]]\ndate = \"2027-02-06\"\n{name}\n[[days]]\ndate = \"2027-02-06\"\n{name}\n\
             [[days]]\ndate = \"6 February\"\nday = 1\n[days.name]\nen = \"A feast\"\n"
        ),
    );
    let (succeeded, output) = catalogue.check();
    assert!(!succeeded);
    assert_snapshot!(output, @r#"
    closed-days.toml:10: 2027-02-06 is in the list twice
    closed-days.toml:18: "date" must be a date such as "2027-02-06"
    closed-days.toml:19: unknown key "day"
    closed-days.toml:20: "ar" is missing
    closed-days.toml:20: "fr" is missing
    courses/first.toml:70: 2027-02-06 is a closed day, A feast: "open" is for the days on which the run has a session all the same
    courses/first.toml:74: 2027-02-12 is not in closed-days.toml: the run has a session then anyway
    7 errors.
    Nothing was written.
    "#);
}
