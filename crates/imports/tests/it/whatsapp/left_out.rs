//! What WhatsApp writes itself, and what only resembles it.

use super::bodies;
use crate::{found, lines};

/// What marks, on iPhones, what WhatsApp writes itself.
const MARK: char = '\u{200e}';

/// What stands for an attachment, and for a deleted message.
const STAND_INS: &[(&str, &str)] = &[
    ("<Media omitted>", "This message was deleted"),
    ("<Media omitted>", "This message was deleted by admin Tom"),
    (
        "<View once voice message omitted>",
        "You deleted this message.",
    ),
    ("image omitted", "You deleted this message"),
    ("null", "This message was deleted."),
    (
        "<attached: 00000012-PHOTO-2024-03-12-18-05-11.jpg>",
        "This message was deleted.",
    ),
    (
        "IMG-20240312-WA0001.jpg (file attached)",
        "This message was deleted",
    ),
    (
        "Plan for May.docx (file attached)",
        "This message was deleted",
    ),
    (
        "plan.pdf • \u{200e}3 pages \u{200e}<attached: 00000013-plan.pdf>",
        "This message was deleted",
    ),
    (
        "plan.pdf • \u{200e}3 pages \u{200e}document omitted",
        "This message was deleted",
    ),
    ("Bild weggelassen", "Diese Nachricht wurde gelöscht."),
    (
        "<Medien ausgeschlossen>",
        "Du hast diese Nachricht gelöscht.",
    ),
    (
        "<Anhang: 00000012-AUDIO-2024-03-12-18-05-11.opus>",
        "Diese Nachricht wurde gelöscht",
    ),
    (
        "VID-20240312-WA0002.mp4 (Datei angehängt)",
        "Diese Nachricht wurde gelöscht",
    ),
    ("<Multimedia omitido>", "Se eliminó este mensaje."),
    ("imagen omitida", "Eliminaste este mensaje."),
    (
        "<adjunto: 00000012-STICKER-2024-03-12-18-05-11.webp>",
        "Eliminaste este mensaje",
    ),
    ("<Mídia oculta>", "Mensagem apagada"),
    ("imagem ocultada", "Esta mensagem foi apagada"),
    (
        "<anexado: 00000003-PHOTO-2024-01-03-09-17-30.jpg>",
        "Você apagou esta mensagem",
    ),
    ("<Médias omis>", "Ce message a été supprimé"),
    ("image absente", "Vous avez supprimé ce message."),
    (
        "IMG-20240312-WA0001.jpg (fichier joint)",
        "Ce message a été supprimé",
    ),
    ("<Media omessi>", "Questo messaggio è stato eliminato."),
    ("immagine omessa", "Hai eliminato questo messaggio."),
    ("<Media weggelaten>", "Dit bericht is verwijderd"),
    ("afbeelding weggelaten", "Je hebt dit bericht verwijderd."),
    ("<Без медиафайлов>", "Данное сообщение удалено"),
    ("изображение отсутствует", "Вы удалили данное сообщение."),
    (
        "IMG-20240312-WA0001.jpg (файл добавлен)",
        "Это сообщение удалено",
    ),
    ("<Medya dahil edilmedi>", "Bu mesaj silindi"),
    ("görüntü dahil edilmedi", "Bu mesajı sildiniz."),
    ("<تم استبعاد الوسائط>", "تم حذف هذه الرسالة"),
    ("لم يتم إدراج الصورة", "لقد حذفت هذه الرسالة."),
    ("<המדיה לא נכללה>", "הודעה זו נמחקה"),
    ("<मीडिया के बिना>", "यह मैसेज डिलीट कर दिया गया है"),
    ("<Media tidak disertakan>", "Pesan ini telah dihapus"),
    ("<pominięto multimedia>", "Ta wiadomość została usunięta"),
    ("<省略多媒体文件>", "这条消息已被删除。"),
    ("圖片已略去", "此訊息已刪除。"),
    (
        "<附件：00000005-PHOTO-2024-03-12-18-06-00.jpg>",
        "您已删除这条消息",
    ),
    ("<メディアなし>", "このメッセージは削除されました。"),
    ("画像は含まれていません", "このメッセージを削除しました"),
    (
        "<미디어 파일을 생략한 대화내용>",
        "이 메시지는 삭제되었습니다",
    ),
    ("이미지 생략됨", "삭제한 메시지입니다."),
    ("<สื่อถูกลบ>", "ข้อความนี้ถูกลบแล้ว"),
    ("<Bỏ qua Media>", "Tin nhắn này đã bị xóa"),
    ("<Без файл>", "Съобщението беше изтрито"),
    ("<Media jätetty pois>", "Tämä viesti poistettiin."),
    // In a language that nobody knows, by its shape.
    (
        "<atodwyd: 00000012-PHOTO-2024-03-12-18-05-11.jpg>",
        "This message was deleted",
    ),
    (
        "PTT-20240312-WA0003.opus (ffeil wedi'i hatodi)",
        "This message was deleted",
    ),
];

#[test]
fn what_stands_for_attachments_and_deleted_messages_is_counted() {
    for (attachment, deleted) in STAND_INS {
        for (head, mark) in [
            ("12.03.24, 18:05 - ", ""),
            ("[12.03.24, 18:05:00] ", "\u{200e}"),
        ] {
            let text = format!(
                "{head}Lena: {mark}{attachment}\n{head}Lena: {mark}{deleted}\n{head}Mara: ok"
            );
            let found = found("_chat.txt", &text);
            assert_eq!(lines(&found), ["2024-03-12T17:05:00Z Mara: ok"], "{text}");
            assert_eq!(
                found.problems,
                [
                    "_chat.txt: 1 attachment without words was left out",
                    "_chat.txt: 1 deleted message was left out"
                ]
            );
        }
    }
}

#[test]
fn captions_are_kept() {
    let m = MARK;
    for (words, caption) in [
        ("<Media omitted>\nMy dog Rex".to_owned(), "My dog Rex"),
        (
            "<Médias omis>\nLa plage\nde Nice".to_owned(),
            "La plage\nde Nice",
        ),
        (
            "IMG-20240312-WA0001.jpg (file attached)\nMy dog Rex".to_owned(),
            "My dog Rex",
        ),
        (
            format!("{m}IMG-20240312-WA0001.jpg (Datei angehängt)\nUnser Hund: Rex"),
            "Unser Hund: Rex",
        ),
        (
            format!("My dog Rex {m}<attached: 00000006-PHOTO-2024-03-12-18-06-02.jpg>"),
            "My dog Rex",
        ),
        (
            format!("My dog\nRex {m}<attached: 00000006-PHOTO-2024-03-12-18-06-02.jpg>"),
            "My dog\nRex",
        ),
        (format!("My dog Rex {m}image omitted"), "My dog Rex"),
        (
            format!("Der Plan {m}<Anhang: 00000006-plan.pdf>"),
            "Der Plan",
        ),
    ] {
        let text = format!("[12.03.24, 18:05:00] Lena: {words}\n[12.03.24, 18:06:00] Mara: ok");
        let found = found("_chat.txt", &text);
        assert_eq!(
            found.memories[0].body,
            format!("Lena: {caption}"),
            "{words}"
        );
        assert_eq!(
            (found.memories.len(), found.problems.len()),
            (2, 0),
            "{words}"
        );
    }
}

#[test]
fn what_resembles_a_notice_and_was_said_is_kept() {
    for words in [
        "The image omitted the dog",
        "null and void",
        "Null",
        "I created group therapy for this message was deleted",
        "My report.pdf is done",
        "Messages and calls were better in the past",
        "<3",
        "<joke>",
        "He changed the group name to \"Trip: Lyon\"",
        "She said: <Media omitted> means a photo",
        "Lena left",
        "1. buy milk: two bottles",
    ] {
        let text = format!("12.03.24, 18:05 - Lena: {words}\n12.03.24, 18:06 - Mara: ok");
        let found = found("_chat.txt", &text);
        assert_eq!(found.memories[0].body, format!("Lena: {words}"));
        assert_eq!(
            (found.memories.len(), found.problems.len()),
            (2, 0),
            "{words}"
        );
    }
}

#[test]
fn what_whatsapp_tells_of_a_chat_was_said_by_nobody() {
    for notice in [
        "Lena changed the group name to \"Trip: Lyon\"",
        "Lena changed the subject from “Trip: Lyon” to “Trip: Nice”",
        "Lena changed the group description: see you",
        "Lena created group \"Trip: Lyon\"",
        "Lena hat die Gruppe „Reise: Lyon“ erstellt.",
        "Lena hat den Gruppennamen in „Reise: Lyon“ geändert",
        "Léna a créé le groupe « Voyage : Lyon »",
        "Léna a changé le nom du groupe en « Voyage: Lyon »",
        "Lena cambió el nombre del grupo a \"Viaje: Lyon\"",
        "Lena criou o grupo \"Viagem: Lyon\"",
        "Lena ha creato il gruppo \"Viaggio: Lione\"",
        "Lena heeft de groep \"Reis: Lyon\" gemaakt",
        "Лена создал(-а) группу «Поездка: Лион»",
        "Lena \"Gezi: Lyon\" grubunu oluşturdu",
        "أنشأ المجموعة \"رحلة: ليون\" لينا",
        "莱娜创建了群组“旅行: 里昂”",
        "레나님이 \"여행: 리옹\" 그룹을 만들었습니다",
        "レナが「旅行: リヨン」グループを作成しました",
        "Lena krijoi grupin “Udhëtimi: Lyon”",
        "Messages and calls are end-to-end encrypted: no one outside of this chat can read them",
        "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Tippe: mehr",
        "Lena left",
    ] {
        let text = format!("12.03.24, 18:05 - {notice}\n12.03.24, 18:06 - Mara: ok");
        let found = found("_chat.txt", &text);
        assert_eq!(lines(&found), ["2024-03-12T17:06:00Z Mara: ok"], "{notice}");
        assert_eq!(
            found.problems,
            ["_chat.txt: 1 line of the chat itself was left out"],
            "{notice}"
        );
    }
    // Names that have quotation marks are names.
    for name in [
        "Lena \"Lenny\" Fox",
        "27\" Monitor Guy",
        "«Tom»",
        "Mara (Trip)",
    ] {
        let text = format!("12.03.24, 18:05 - {name}: Hi\n12.03.24, 18:06 - Mara: ok");
        assert_eq!(bodies(&text)[0], format!("{name}: Hi"));
    }
}

#[test]
fn what_iphones_let_somebody_say_of_encryption_was_said_by_nobody() {
    for notice in [
        "Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.",
        "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Nur Personen in diesem Chat können sie lesen.",
        "Los mensajes y las llamadas están cifrados de extremo a extremo. Solo las personas en este chat pueden leerlos.",
        "As mensagens e as chamadas são protegidas com a criptografia de ponta a ponta e ficam somente entre você e os participantes.",
        "Les messages et les appels sont chiffrés de bout en bout. Seules les personnes de cette discussion peuvent les lire.",
        "I messaggi e le chiamate sono crittografati end-to-end. Solo le persone in questa chat possono leggerli.",
        "Berichten en gesprekken worden end-to-end versleuteld.",
        "Сообщения и звонки защищены сквозным шифрованием.",
        "Mesajlar ve aramalar uçtan uca şifrelidir.",
        "الرسائل والمكالمات مشفرة تمامًا بين الطرفين.",
        "ההודעות והשיחות מוצפנות מקצה לקצה.",
        "मैसेज और कॉल एंड-टू-एंड एन्क्रिप्टेड हैं.",
        "Pesan dan panggilan terenkripsi secara end-to-end.",
        "Wiadomości i połączenia są w pełni zaszyfrowane.",
        "消息和通话都进行端到端加密。",
        "訊息和通話經端對端加密。",
        "メッセージと通話はエンドツーエンド暗号化されています。",
        "메시지와 통화는 종단간 암호화됩니다.",
        "ข้อความและการโทรได้รับการเข้ารหัสจากต้นทางถึงปลายทาง",
        "Viestit ja puhelut ovat täysin salattuja.",
    ] {
        for mark in ["", "\u{200e}"] {
            let text =
                format!("[12.03.24, 18:05:00] Lena: {mark}{notice}\n[12.03.24, 18:06:00] Lena: ok");
            assert_eq!(bodies(&text), ["Lena: ok"], "{notice}");
        }
    }
    // The group itself, whose other notices nobody knows.
    let m = MARK;
    let text = format!(
        "[12.03.24, 18:05:00] Trip: {m}Messages and calls are end-to-end encrypted.\n\
         [12.03.24, 18:05:01] Trip: {m}Ychwanegodd Lena Mara\n\
         [12.03.24, 18:05:02] Lena: {m}Lena gadawodd\n\
         [12.03.24, 18:05:03] Lena: {m}Hello\n\
         [12.03.24, 18:05:04] Lena: ok"
    );
    assert_eq!(bodies(&text), ["Lena: Hello", "Lena: ok"]);
}

#[test]
fn lines_that_are_left_out_are_counted_and_wrong_dates_told() {
    let text = "12.03.24, 18:00 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.\n\
                12.03.24, 18:05 - Lena: ok\n\
                12.03.24, 18:05 - Lena: ok\n\
                12.03.24, 18:06 - Lena: See you at 9 <This message was edited>\n\
                12.03.24, 18:07 - Mara: IMG-20240312-WA0001.jpg (file attached)\n\
                12.03.24, 18:07 - Mara: <Media omitted>\n\
                31.02.24, 18:07 - Mara: never";
    let found = found("_chat.txt", text);
    assert_eq!(found.memories.len(), 3);
    assert_eq!(found.memories[2].labels.tags, ["edited"]);
    assert_eq!(found.memories[2].body, "Lena: See you at 9");
    assert_ne!(found.memories[0].external_id, found.memories[1].external_id);
    assert_eq!(
        found.problems,
        [
            "_chat.txt, line 7: there is no such date",
            "_chat.txt: 1 line of the chat itself was left out",
            "_chat.txt: 2 attachments without words were left out"
        ]
    );
}
