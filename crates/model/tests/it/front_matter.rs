//! Front matter, told apart from words between rules.

use recollect_model::without_front_matter;

#[test]
fn front_matter_is_cut_off_with_the_space_after_it() {
    let matter = "---\ndate: 2026-02-03\ntags:\n  - beds\naliases: [Ü]\n---\n\n";
    let note = format!("{matter}Sam planted beans.");
    let characters = u32::try_from(matter.chars().count()).unwrap();
    assert_eq!(
        without_front_matter(&note),
        (characters, "Sam planted beans.")
    );
    let windows = "\u{feff}---\r\nauthor: Sam\r\n...\r\nBeans.";
    assert_eq!(without_front_matter(windows).1, "Beans.");
    assert_eq!(without_front_matter("---\ndate: 2026\n---\n").1, "");
}

#[test]
fn what_is_no_front_matter_stays() {
    for text in [
        "Sam planted beans.",
        "---\n\n---\nBetween two rules there is nothing.",
        "---\nSam planted beans.\n---\nAnd peas.",
        "---\ndate: 2026-02-03\nIt never ends.",
        "---\nhttp://example.com\n---\nA link.",
        "",
    ] {
        assert_eq!(without_front_matter(text), (0, text));
    }
}
