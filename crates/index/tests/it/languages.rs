//! Texts in many languages and scripts.

use crate::support::{found, index_of, passage};

#[track_caller]
fn finds(text: &str, questions: &[&str]) {
    let index = index_of(vec![
        passage(1, "an unrelated text in English"),
        passage(2, text),
        passage(3, "другой текст 别的话 ほかの文 다른 글 ข้อความอื่น"),
    ]);
    for question in questions {
        assert_eq!(found(&index, question).first(), Some(&2), "{question}");
    }
}

#[test]
fn latin_letters_are_found_with_and_without_accents() {
    finds(
        "Das Mädchen mag Crème brûlée und Übung",
        &["madchen", "MÄDCHEN", "creme", "brûlée", "U\u{308}bung"],
    );
    finds("Tôi thích cà phê sữa đá", &["cà phê", "ca phe"]);
}

#[test]
fn cyrillic_greek_arabic_hebrew_and_devanagari_words_are_found() {
    finds("Вчера мы купили новый велосипед", &["Велосипед", "купили"]);
    finds("Αύριο πάμε στη θάλασσα", &["ΘΆΛΑΣΣΑ", "θαλασσα"]);
    finds("اشتريت دراجة جديدة أمس", &["دراجة"]);
    finds("קניתי אופניים חדשים", &["אופניים"]);
    finds("मैंने नई साइकिल खरीदी", &["साइकिल"]);
}

#[test]
fn chinese_and_japanese_are_found_by_any_two_characters() {
    finds("我昨天在东京买了一辆自行车", &["自行车", "东京", "行车"]);
    finds("昨日、東京で自転車を買いました", &["自転車", "東京"]);
    finds(
        "新しいコンピューターを買った",
        &["コンピューター", "ピュー"],
    );
    finds("猫 と 犬", &["猫"]);
}

#[test]
fn korean_is_found_under_its_particles() {
    finds("서울에서 자전거를 샀어요", &["서울", "자전거"]);
}

#[test]
fn thai_is_found_without_spaces() {
    finds("เมื่อวานฉันซื้อจักรยานใหม่", &["จักรยาน"]);
}

#[test]
fn full_width_letters_are_letters() {
    finds("ＡＢＣ社の１２３", &["abc", "123"]);
}

#[test]
fn words_are_found_within_punctuation() {
    finds(
        "See example.com/pricing, snake_case and Anna's e-mail: anna.k@web.de",
        &["pricing", "snake", "Anna", "anna's", "web"],
    );
}
