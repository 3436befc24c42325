//! Chats of WhatsApp: in the forms of its countries, exported again, with all that it writes itself.

mod forms;
mod left_out;

use recollect_imports::{Found, Memory, Options, read};
use recollect_model::Calendar;

use crate::{file, found, lines, options};

fn bodies(text: &str) -> Vec<String> {
    let found = found("WhatsApp Chat with Lena.txt", text);
    let body = |memory: &Memory| memory.body.clone();
    found.memories.iter().map(body).collect()
}

fn names(found: &Found) -> Vec<String> {
    let name = |memory: &Memory| memory.external_id.clone();
    found.memories.iter().map(name).collect()
}

fn read_in(zone: &str, name: &str, text: &str) -> Found {
    let options = Options {
        calendar: Calendar::named(zone).unwrap(),
        ..options()
    };
    read(&[file(name, text)], &options)
}

/// A conversation in which two people answer each other, also several times in a minute.
fn conversation(messages: usize) -> String {
    let line = |number: usize| {
        let speaker = ["Lena", "Mara B.", "Lena", "Lena", "Tom"][number * 7 % 5];
        let (hour, minute) = (9 + number / 180, number / 3 % 60);
        format!(
            "13.03.24, {hour:02}:{minute:02} - {speaker}: ok {}",
            number % 2
        )
    };
    let lines: Vec<String> = (0..messages).map(line).collect();
    lines.join("\n")
}

#[test]
fn what_is_copied_into_a_message_stays_in_it() {
    let text = "12.03.24, 18:05 - Lena: Look what she wrote:\n\
                [18:01, 11/03/2024] Tom: I quit\n\
                [11.03.24, 18:02:00] Tom: Today\n\
                12.03.24, 18:05 - 20:00 Uhr: Treffen\n\
                12.03.24, 18:06 - Mara: Really?\n\
                12.03.24, 18:07 - Lena: Yes";
    assert_eq!(
        bodies(text),
        [
            "Lena: Look what she wrote:\n[18:01, 11/03/2024] Tom: I quit\n[11.03.24, 18:02:00] Tom: Today\n12.03.24, 18:05 - 20:00 Uhr: Treffen",
            "Mara: Really?",
            "Lena: Yes",
        ]
    );
}

#[test]
fn a_chat_has_the_same_names_in_every_zone_under_every_name_and_in_every_form() {
    let german =
        "12.03.24, 18:05 - Lena: ok\n12.03.24, 18:05 - Lena: ok\n13.03.24, 00:06 - Mara: fine";
    let before = names(&found("WhatsApp Chat mit Lena.txt", german));
    assert_eq!(before.len(), 3);
    assert_ne!(before[0], before[1]);
    for zone in ["Pacific/Honolulu", "Asia/Tokyo", "UTC"] {
        let found = read_in(zone, "renamed.txt", german);
        assert_eq!(names(&found), before, "{zone}");
    }
    let american = "3/12/24, 6:05\u{202f}PM - Lena: ok\n3/12/24, 6:05\u{202f}PM - Lena: ok\n3/13/24, 12:06\u{202f}AM - Mara: fine";
    let iphone = "[12.03.24, 18:05:01] Lena: ok\n[12.03.24, 18:05:59] Lena: ok\n[13.03.24, 00:06:00] Mara: fine";
    for text in [american, iphone] {
        assert_eq!(names(&found("x/_chat.txt", text)), before, "{text}");
    }
    // Where the first days do not tell the day from the month, a longer chat may, and the names stay.
    let short = "1/2/24, 1:00 - A: x\n2/2/24, 1:00 - B: y";
    let long = format!("{short}\n2/13/24, 1:00 - A: z");
    let (short, long) = (found("a.txt", short), found("a.txt", &long));
    assert_ne!(lines(&short), lines(&long)[..2]);
    assert_eq!(names(&short), names(&long)[..2]);
}

#[test]
fn every_shorter_export_has_the_names_of_the_longer_one() {
    let whole = conversation(300);
    let all: Vec<&str> = whole.lines().collect();
    let expected = names(&found("_chat.txt", &whole));
    let mut different = expected.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 300, "names are used twice");
    for count in 1..all.len() {
        let shorter = all[..count].join("\n");
        assert_eq!(names(&found("_chat.txt", &shorter)), expected[..count]);
    }
    // What begins later, because only the last messages are exported, has them but for its first turns.
    for start in [1, 50, 151] {
        let later = names(&found("_chat.txt", &all[start..].join("\n")));
        let same = later.iter().filter(|name| expected.contains(name)).count();
        assert!(same + 20 >= later.len(), "{same} of {}", later.len());
    }
}

#[test]
fn the_same_words_in_two_chats_are_two_messages() {
    let chat = |name: &str| {
        format!("12.03.24, 18:04 - {name}: Are you coming?\n12.03.24, 18:05 - Mara: ok")
    };
    let both = [
        file("WhatsApp Chat with Lena.txt", chat("Lena")),
        file("WhatsApp Chat with Tom.txt", chat("Tom")),
    ];
    let found = read(&both, &options());
    assert_eq!(found.memories.len(), 4, "{:?}", found.problems);
    // In a group, Lena asks in the same minute, too.
    let group = "12.03.24, 18:01 - Tom: Hello\n12.03.24, 18:04 - Lena: Are you coming?\n12.03.24, 18:05 - Mara: ok";
    let both = [file("a.txt", chat("Lena")), file("b.txt", group)];
    assert_eq!(read(&both, &options()).memories.len(), 5);
}

#[test]
fn what_was_edited_has_the_name_of_what_it_was() {
    let first = "12.03.24, 18:05 - Lena: ok\n\
                 12.03.24, 18:05 - Lena: I moved to Lyon\n\
                 12.03.24, 18:05 - Lena: <Media omitted>\n\
                 12.03.24, 18:05 - Lena: In May\n\
                 12.03.24, 18:06 - Mara: Great";
    let later = "12.03.24, 18:05 - Lena: This message was deleted\n\
                 12.03.24, 18:05 - Lena: I moved to Paris <This message was edited>\n\
                 12.03.24, 18:05 - Lena: IMG-20240312-WA0001.jpg (file attached)\n\
                 12.03.24, 18:05 - Lena: In June <This message was edited>\n\
                 12.03.24, 18:06 - Mara: Great";
    let (before, after) = (found("a.txt", first), found("a.txt", later));
    assert_eq!(after.memories[0].body, "Lena: I moved to Paris");
    assert_eq!(after.memories[0].labels.tags, ["edited"]);
    assert_eq!(names(&after), names(&before)[1..]);
}

#[test]
fn marks_of_what_was_edited_are_taken_off_in_every_language() {
    for mark in [
        "<This message was edited>",
        "<Diese Nachricht wurde bearbeitet.>",
        "<Diese Nachricht wurde bearbeitet>",
        "<Se editó este mensaje.>",
        "<Este mensaje fue editado>",
        "<Mensagem editada>",
        "<Esta mensagem foi editada>",
        "<Questo messaggio è stato modificato>",
        "<Ce message a été modifié>",
        "<Dit bericht is bewerkt>",
        "<Сообщение изменено>",
        "<Bu mesaj düzenlendi>",
        "<تم تعديل هذه الرسالة>",
        "<הודעה זו נערכה>",
        "<Pesan ini diedit>",
        "<Edytowano tę wiadomość>",
        "<此訊息已編輯>",
        "<此消息已编辑>",
        "<このメッセージは編集されました>",
        "<메시지가 수정되었습니다>",
        // In a language that nobody knows, by the mark before it.
        "\u{200e}<Ybdwyd y neges>",
    ] {
        for (head, space) in [
            ("12.03.24, 18:05 - ", " "),
            ("[12.03.24, 18:05:00] ", " \u{200e}"),
        ] {
            let text = format!("{head}Lena: We meet\nat 9 < 10{space}{mark}\n{head}Mara: ok");
            let found = found("_chat.txt", &text);
            assert_eq!(found.memories[0].body, "Lena: We meet\nat 9 < 10", "{mark}");
            assert_eq!(found.memories[0].labels.tags, ["edited"], "{mark}");
            assert_eq!(found.memories[1].labels.tags, [] as [&str; 0]);
        }
    }
    let said = "12.03.24, 18:05 - Lena: See <b> and <https://example.com/edited>\n12.03.24, 18:05 - Lena: 1 > 0";
    assert_eq!(
        bodies(said),
        [
            "Lena: See <b> and <https://example.com/edited>",
            "Lena: 1 > 0"
        ]
    );
}
