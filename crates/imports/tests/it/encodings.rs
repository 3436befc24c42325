//! Texts in the encodings of before Unicode, and in Unicode that says nothing of itself.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_8859_2, ISO_8859_5, KOI8_R, MACINTOSH,
    SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
};
use recollect_imports::{Found, decoded, read};

use crate::{file, options};

const GERMAN: &str = "Grüße aus Århus. Wir fuhren über die Brücke, und es war schön: „Hört ihr die Möwen?“ fragte \
                      Jürgen. Später aßen wir süße Brötchen.";
const FRENCH: &str = "À Noël, ma sœur a préparé un gâteau à la crème. C’était délicieux, et après nous avons joué aux \
                      échecs près de la fenêtre. Où étais-tu, François ?";
const POLISH: &str = "Wczoraj pojechałem z żoną do Łodzi. Było zimno, więc piliśmy gorącą herbatę i jedliśmy pączki. \
                      Później oglądaliśmy zdjęcia z wakacji nad jeziorem.";
const RUSSIAN: &str = "Вчера мы ездили на дачу. Бабушка испекла пирог с яблоками, а дедушка рассказывал о войне. \
                       Вечером пошёл дождь, и мы пили чай на веранде.";
const GREEK: &str =
    "Χθες πήγαμε στη θάλασσα με τη γιαγιά μου. Το νερό ήταν κρύο, αλλά κολυμπήσαμε μέχρι το βράδυ.";
const SIMPLIFIED: &str = "昨天我和妈妈去了北京的一家书店，买了三本小说。晚上我们在胡同里吃了饺子，然后散步回家。\n今天下雨了，我在家里看书。";
const TRADITIONAL: &str = "昨天我和媽媽去了臺北的一家書店，買了三本小說。晚上我們在夜市裡吃了水餃，然後散步回家。\n今天下雨了，我在家裡看書。";
const JAPANESE: &str = "昨日は母と京都の本屋に行って、小説を三冊買いました。夜はラーメンを食べて、散歩しながら帰りました。\n今日は雨が降っているので、家で本を読みます。";
const KOREAN: &str = "어제 어머니와 함께 서울에 있는 서점에 가서 소설책 세 권을 샀습니다. 저녁에는 만두를 먹고 걸어서 집에 왔어요.";

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding.encode(text);
    assert!(!is_lossy, "{} cannot say {text}", encoding.name());
    bytes.into_owned()
}

fn note(bytes: Vec<u8>) -> Found {
    read(&[file("note.txt", bytes)], &options())
}

#[test]
fn texts_of_before_unicode_are_read_by_what_their_letters_say() {
    let mac_french = FRENCH.replace(" ?", "?");
    let samples = [
        (GERMAN, WINDOWS_1252),
        (FRENCH, WINDOWS_1252),
        (GERMAN, MACINTOSH),
        (&mac_french, MACINTOSH),
        (POLISH, ISO_8859_2),
        (POLISH, WINDOWS_1250),
        (RUSSIAN, WINDOWS_1251),
        (RUSSIAN, KOI8_R),
        (RUSSIAN, ISO_8859_5),
        (GREEK, WINDOWS_1253),
        (SIMPLIFIED, GBK),
        (SIMPLIFIED, GB18030),
        (TRADITIONAL, BIG5),
        (JAPANESE, SHIFT_JIS),
        (JAPANESE, EUC_JP),
        (JAPANESE, encoding_rs::ISO_2022_JP),
        (KOREAN, EUC_KR),
    ];
    for (text, encoding) in samples {
        let bytes = encoded(text, encoding);
        assert_eq!(decoded(&bytes), text, "{}", encoding.name());
    }
}

#[test]
fn a_short_guess_is_told_and_a_sure_one_is_not() {
    let found = note(encoded("Привет, мама", WINDOWS_1251));
    assert_eq!(found.memories[0].body, "Привет, мама");
    assert_eq!(
        found.problems,
        ["note.txt: nothing says its encoding; it was read as windows-1251, by a guess"]
    );
    for (text, encoding) in [(RUSSIAN, KOI8_R), (GERMAN, WINDOWS_1252), (KOREAN, EUC_KR)] {
        let found = note(encoded(text, encoding));
        assert_eq!(found.problems, [] as [&str; 0], "{}", encoding.name());
    }
}

#[test]
fn unicode_is_known_without_a_mark() {
    let utf_16 = |text: &str, big: bool| -> Vec<u8> {
        let bytes = |unit: u16| {
            if big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let utf_32 = |text: &str, big: bool| -> Vec<u8> {
        let bytes = |c: char| match big {
            true => u32::from(c).to_be_bytes(),
            false => u32::from(c).to_le_bytes(),
        };
        text.chars().flat_map(bytes).collect()
    };
    for text in [
        GERMAN,
        RUSSIAN,
        GREEK,
        SIMPLIFIED,
        JAPANESE,
        KOREAN,
        "Да, 🌳!",
    ] {
        for big in [true, false] {
            let marked = format!("\u{feff}{text}");
            for bytes in [
                utf_16(text, big),
                utf_16(&marked, big),
                utf_32(text, big),
                utf_32(&marked, big),
            ] {
                assert_eq!(decoded(&bytes), text, "{big} {bytes:?}");
            }
        }
    }
    let found = note(utf_16(RUSSIAN, false));
    assert_eq!((found.memories.len(), found.problems.len()), (1, 0));
}

#[test]
fn zeros_alone_make_no_text_unicode() {
    // A program has left one zero in a text.
    let text = "The gate is red.\nThe roof is green.\n".repeat(20);
    let mut bytes = text.clone().into_bytes();
    bytes[101] = 0;
    assert_eq!(decoded(&bytes).replace('\0', &text[101..102]), text);
    let found = note((0..=255).cycle().take(4_000).collect());
    assert_eq!(found.problems, ["note.txt: what is no text cannot be read"]);
}

#[test]
fn utf_8_with_a_broken_place_stays_utf_8_and_is_told() {
    let mut bytes = format!("{RUSSIAN} ").into_bytes();
    bytes.extend_from_slice(b"\xff");
    bytes.extend_from_slice(GERMAN.as_bytes());
    let found = note(bytes);
    assert_eq!(
        found.memories[0].body,
        format!("{RUSSIAN} \u{fffd}{GERMAN}")
    );
    assert_eq!(
        found.problems,
        ["note.txt: 1 place in it cannot be read as UTF-8"]
    );
}

#[test]
fn tables_and_lists_of_messages_are_read_in_any_encoding() {
    let table = format!("text;time\n\"{RUSSIAN}\";2024-05-06\n");
    let found = read(
        &[file("дневник.csv", encoded(&table, WINDOWS_1251))],
        &options(),
    );
    assert_eq!(found.memories[0].body, RUSSIAN);
    let chat = format!("{{\"messages\": [{{\"author\": \"Lena\", \"text\": \"{JAPANESE}\"}}]}}");
    let chat = chat.replace('\n', " ");
    let found = read(&[file("chat.json", encoded(&chat, SHIFT_JIS))], &options());
    assert!(found.memories[0].body.contains("昨日は母と"), "{found:?}");
}

#[test]
fn an_encoding_that_is_named_is_believed() {
    let read_as = |bytes: Vec<u8>, name: &str| {
        let options = recollect_imports::Options {
            encoding: Some(name.parse().unwrap()),
            ..options()
        };
        read(&[file("note.txt", bytes)], &options)
    };
    // One word says too little to guess by.
    let (text, short) = ("Привет.", "Ça va?");
    for (name, bytes, expected) in [
        ("windows-1251", encoded(text, WINDOWS_1251), text),
        ("cp1251", encoded(text, WINDOWS_1251), text),
        ("IBM866", encoded(text, encoding_rs::IBM866), text),
        (
            "x-mac-cyrillic",
            encoded(text, encoding_rs::X_MAC_CYRILLIC),
            text,
        ),
        ("macintosh", encoded(short, MACINTOSH), short),
        ("cp850", b"\x80a va?".to_vec(), short),
        ("ibm437", b"\x80a va?".to_vec(), short),
        // A mark says more than a name does.
        (
            "macintosh",
            [b"\xef\xbb\xbf", short.as_bytes()].concat(),
            short,
        ),
    ] {
        let found = read_as(bytes, name);
        assert_eq!(found.memories[0].body, expected, "{name}");
        assert_eq!(found.problems, Vec::<String>::new(), "{name}");
    }
    let wrong = read_as(encoded(text, WINDOWS_1251), "utf-8");
    assert_eq!(
        wrong.problems,
        ["note.txt: 6 places in it cannot be read as UTF-8"]
    );
    for name in ["latin-9000", "cp1", "iso-2022-kr", ""] {
        let error = name.parse::<recollect_imports::TextEncoding>().unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with(&format!("\"{name}\" is no encoding")),
            "{said}"
        );
    }
}
