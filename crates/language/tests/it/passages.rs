use recollect_language::{MAX_PASSAGES, PASSAGE_LIMIT, is_assistant, passages, passages_up_to};

use crate::words_of;

/// Each passage as `speaker|content`.
fn read(body: &str) -> Vec<String> {
    let speaker = |name: Option<String>| name.unwrap_or_default();
    passages(body)
        .into_iter()
        .map(|passage| {
            format!(
                "{}|{}",
                speaker(passage.speaker),
                words_of(body, passage.content)
            )
        })
        .collect()
}

#[test]
fn a_turn_is_a_passage_of_its_speaker() {
    let body =
        "Anna: Hello there!\nDr. José García: Hi. How are you?\n  And the kids?\nAnna: Fine.";
    assert_eq!(
        read(body),
        [
            "Anna|Hello there!",
            "Dr. José García|Hi. How are you?\n  And the kids?",
            "Anna|Fine."
        ]
    );
}

#[test]
fn a_passage_begins_with_its_speakers_name() {
    let body = "  Zoë: naïve?\n";
    let passage = &passages(body)[0];
    assert_eq!(words_of(body, passage.range), "Zoë: naïve?");
    assert_eq!(
        (
            passage.range.start,
            passage.range.end,
            passage.content.start
        ),
        (2, 13, 7)
    );
}

#[test]
fn the_parts_of_a_chat_are_speakers_in_any_case() {
    assert_eq!(
        read("user: hi\nassistant: hello"),
        ["user|hi", "assistant|hello"]
    );
    assert_eq!(read("USER: hi"), ["USER|hi"]);
}

#[test]
fn what_heads_the_lists_of_an_assistant_is_nobody() {
    let chat = "user: Where can I learn to sail?\nassistant: Two ways:\n\nOnline Courses: Many of them are free.\n\
                Harbour School: Ask there.\nuser: Thanks";
    let speakers = |body| -> Vec<Option<String>> {
        let passages = passages(body).into_iter();
        passages.map(|passage| passage.speaker).collect()
    };
    let roles = ["user", "assistant", "user"].map(|role| Some(role.to_owned()));
    assert_eq!(speakers(chat), roles);
    let alone =
        "assistant: Two ways:\nOnline Courses: Many of them are free.\nHarbour School: Ask there.";
    assert_eq!(speakers(alone), [Some("assistant".to_owned())]);
    // People take turns with "me".
    assert_eq!(
        read("me: hi\nAnna Kowal: hello"),
        ["me|hi", "Anna Kowal|hello"]
    );
}

#[test]
fn a_machine_that_answers_is_told_from_a_person() {
    assert!(is_assistant("Assistant") && is_assistant("ai"));
    assert!(!is_assistant("user") && !is_assistant("Anna"));
}

#[test]
fn names_in_any_script_are_speakers() {
    assert_eq!(read("Анна: Привет!"), ["Анна|Привет!"]);
    assert_eq!(read("田中：こんにちは"), ["田中|こんにちは"]);
    assert_eq!(read("नीता: नमस्ते"), ["नीता|नमस्ते"]);
    assert_eq!(
        read("Vincent van Gogh: I paint."),
        ["Vincent van Gogh|I paint."]
    );
}

#[test]
fn a_time_stamp_in_brackets_stands_before_a_name() {
    assert_eq!(
        read("[2023-05-08 10:30] Anna: hi\n[10:31] Ben: hey"),
        ["Anna|hi", "Ben|hey"]
    );
}

#[test]
fn a_colon_alone_makes_no_speaker() {
    for body in [
        "http://example.org is down",
        "https: the s is for secure",
        "10:30 at the station",
        "Note to self: buy milk",
        "Todo: buy milk",
        "Shopping list: milk, eggs",
        "What I learned today: patience",
        "Subject: Holidays",
        "todo: buy milk",
        "note: my passport expires in May",
        "re: your letter",
        "gym: I lifted 50 kg",
        "mark: 5 of 10",
        "rose: 12 euros a bunch",
        "anna birthday: buy a scarf",
        "file_name: report.pdf",
        "Q1: how are you?",
        "10:30 Dentist, bring: card",
        "10:30 - 11:00: meeting",
        "[2024-01-01 10:00] Mood: great",
        "Ingredients:\n- flour",
        "She said: come in",
        "今天的计划：买牛奶",
    ] {
        assert_eq!(read(body), [format!("|{body}")]);
    }
}

#[test]
fn handles_in_lower_case_are_speakers_where_they_take_turns() {
    assert_eq!(
        read("anna: hi\nben: hey\nanna: tea?"),
        ["anna|hi", "ben|hey", "anna|tea?"]
    );
    assert_eq!(read("colour: red\nwidth: 3").len(), 1);
}

#[test]
fn a_given_name_or_a_handle_in_lower_case_is_a_speaker_in_a_single_line() {
    for (body, turn) in [
        ("elise: I adopted a cat", "elise|I adopted a cat"),
        ("anna smith: I adopted a cat", "anna smith|I adopted a cat"),
        ("john_doe: I adopted a cat", "john_doe|I adopted a cat"),
        (
            "kite.runner: I've adopted a cat",
            "kite.runner|I've adopted a cat",
        ),
        ("rose: I adopted a cat", "rose|I adopted a cat"),
        ("Speaker 1: I adopted a cat", "Speaker 1|I adopted a cat"),
        ("SPEAKER_00: I adopted a cat", "SPEAKER_00|I adopted a cat"),
        ("**Anna:** I adopted a cat", "Anna|I adopted a cat"),
        ("**Anna**: I adopted a cat", "Anna|I adopted a cat"),
        ("Anna (10:32): I adopted a cat", "Anna|I adopted a cat"),
        ("me: I adopted a cat", "me|I adopted a cat"),
    ] {
        assert_eq!(read(body), [turn], "{body}");
    }
    assert_eq!(
        read("Here is what she wrote.\nelise: I adopted a cat"),
        ["|Here is what she wrote.", "elise|I adopted a cat"]
    );
}

#[test]
fn the_lines_of_a_chats_export_are_turns_of_whoever_they_name() {
    for lines in [
        [
            "12/31/23, 10:32 PM - Anna: Hi",
            "12/31/23, 10:33 PM - Ben 🐱: Hey",
        ],
        [
            "12/31/23, 10:32\u{202f}PM - Anna: Hi",
            "1/1/24, 1:02\u{202f}AM - Ben 🐱: Hey",
        ],
        [
            "31.12.23, 22:32 - Anna: Hi",
            "31.12.23, 22:33 - Ben 🐱: Hey",
        ],
        [
            "[31.12.23, 22:32:10] Anna: Hi",
            "\u{200e}[31.12.23, 22:33:10] Ben 🐱: \u{200e}Hey",
        ],
        [
            "[2023-12-31, 10:32:10 PM] ~\u{202f}Anna: Hi",
            "[2023-12-31, 10:33:10 PM] Ben 🐱: Hey",
        ],
    ] {
        let read = read(&lines.join("\n"));
        assert_eq!(read[0], "Anna|Hi", "{lines:?}");
        assert!(
            read[1].starts_with("Ben 🐱|") && read[1].ends_with("Hey"),
            "{lines:?}: {read:?}"
        );
    }
}

#[test]
fn a_message_of_several_lines_is_its_speakers_whatever_its_lines_look_like() {
    let body = "31.12.23, 22:32 - Anna: For the party:\nBen: cake\nMilk: two\n31.12.23, 22:33 - +49 170 1234567: Fine";
    assert_eq!(
        read(body),
        [
            "Anna|For the party:\nBen: cake\nMilk: two",
            "+49 170 1234567|Fine"
        ]
    );
}

#[test]
fn nobody_says_the_notices_of_a_chat_and_what_stands_for_a_picture() {
    let body = "31.12.23, 22:30 - Messages and calls are end-to-end encrypted.\n\
        31.12.23, 22:31 - Anna named the group \"Trip: Rome\"\n\
        31.12.23, 22:32 - Anna: <Media omitted>\n\
        31.12.23, 22:33 - Ben: Nice!\n\
        31.12.23, 22:34 - Anna: This message was deleted";
    let said: Vec<(Option<String>, bool)> = passages(body)
        .into_iter()
        .map(|passage| (passage.speaker, passage.is_joined))
        .collect();
    let notice = (None, true);
    let ben = (Some("Ben".to_owned()), false);
    assert_eq!(
        said,
        [notice.clone(), notice.clone(), notice.clone(), ben, notice]
    );
}

#[test]
fn what_precedes_the_first_name_is_nobodys() {
    assert_eq!(
        read("At the café.\n\nAnna: Two teas, please."),
        ["|At the café.", "Anna|Two teas, please."]
    );
}

#[test]
fn a_name_without_words_is_a_passage_without_content() {
    let body = "Anna: Ben?\nBen:\nAnna: Ben!\nBen: Yes?";
    assert_eq!(read(body), ["Anna|Ben?", "Ben|", "Anna|Ben!", "Ben|Yes?"]);
}

#[test]
fn blank_texts_have_no_passages() {
    for body in ["", " ", "\n\r\n\t", "\u{3000}\u{a0}"] {
        assert_eq!(passages(body), []);
    }
}

#[test]
fn a_long_turn_is_cut_where_sentences_end_and_stays_its_speakers() {
    let body = format!(
        "Anna: {}",
        "I went to the market with Dr. Brown today. ".repeat(30)
    );
    let passages = passages(&body);
    assert!(passages.len() > 1);
    for passage in &passages {
        let words = words_of(&body, passage.content);
        assert!(
            words.chars().count() <= PASSAGE_LIMIT,
            "{} characters",
            words.chars().count()
        );
        assert!(
            words.starts_with("I went") && words.ends_with("today."),
            "{words}"
        );
        assert_eq!(passage.speaker.as_deref(), Some("Anna"));
    }
}

#[test]
fn pieces_of_a_text_are_of_about_the_same_length() {
    let body = "One more sentence of this text. ".repeat(20);
    let lengths: Vec<u32> = passages(&body)
        .iter()
        .map(|passage| passage.range.end - passage.range.start)
        .collect();
    assert_eq!(lengths.len(), 2);
    assert!(lengths[0].abs_diff(lengths[1]) < 64, "{lengths:?}");
}

#[test]
fn paragraphs_and_list_items_hold_together() {
    let item = "a thing that is described in some words";
    let body =
        format!("Things to remember\n\n1. {item}\n2. {item}\n3. {item}\n\nAnd a last remark.");
    for passage in passages_up_to(&body, 60) {
        let words = words_of(&body, passage.range);
        assert!(
            !words.ends_with("1.") && !words.ends_with("2.") && !words.starts_with("a thing"),
            "{words}"
        );
    }
}

#[test]
fn wrapped_lines_are_one_sentence() {
    let line = "a line that goes on\n".repeat(4);
    let body = format!("{}. {}", line.trim(), "Another sentence of its own.");
    let passages = passages_up_to(&body, 85);
    assert_eq!(
        words_of(&body, passages[1].range),
        "Another sentence of its own."
    );
}

#[test]
fn a_word_is_cut_only_when_it_is_longer_than_the_limit() {
    let body = format!("short {} end", "x".repeat(25));
    let words: Vec<&str> = passages_up_to(&body, 10)
        .iter()
        .map(|passage| words_of(&body, passage.range))
        .collect();
    assert_eq!(words, ["short", "xxxxxxxxxx", "xxxxxxxxxx", "xxxxx end"]);
}

#[test]
fn a_script_without_spaces_is_cut_between_words() {
    let body = "今天天气很好我们去公园".repeat(10);
    let passages = passages_up_to(&body, 20);
    assert!(
        passages
            .iter()
            .all(|passage| passage.range.end - passage.range.start <= 20)
    );
    assert_eq!(
        passages
            .iter()
            .map(|passage| words_of(&body, passage.range))
            .collect::<String>(),
        body
    );
}

#[test]
fn too_many_turns_are_joined_at_the_end_of_a_text() {
    let body = "Anna: b\nBen: d\n".repeat(MAX_PASSAGES);
    let passages = passages(&body);
    assert_eq!(passages.len(), MAX_PASSAGES);
    assert_eq!(passages[0].speaker.as_deref(), Some("Anna"));
    let last = &passages[MAX_PASSAGES - 1];
    assert_eq!((&last.speaker, last.is_joined), (&None, true));
    assert_eq!(last.content, last.range);
    assert!(words_of(&body, last.range).ends_with("Anna: b\nBen: d"));
}

#[test]
fn joined_turns_of_one_speaker_stay_theirs() {
    let body = "Anna: b\n".repeat(2 * MAX_PASSAGES);
    let passages = passages(&body);
    assert_eq!(passages.len(), MAX_PASSAGES);
    let last = &passages[MAX_PASSAGES - 1];
    assert_eq!(last.speaker.as_deref(), Some("Anna"));
    assert!(!last.is_joined && words_of(&body, last.content).starts_with("b\nAnna: b\n"));
}

#[test]
fn a_text_at_the_limit_is_left_as_it_is() {
    let body = "Anna: b\nBen: d\n".repeat(MAX_PASSAGES / 2);
    let passages = passages(&body);
    assert_eq!(passages.len(), MAX_PASSAGES);
    assert!(passages.iter().all(|passage| !passage.is_joined));
}

#[test]
fn a_sentence_ends_where_marks_go_on_and_on() {
    let body = format!("One.{}two. Three.", ")".repeat(700));
    let passages = passages(&body);
    assert_eq!(passages.len(), 2);
    assert!(words_of(&body, passages[1].range).ends_with("two. Three."));
}
