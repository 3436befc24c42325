//! Russian, Ukrainian, Bulgarian, Polish, Czech, Slovak, Croatian with Bosnian and Serbian, Slovene and Macedonian.

use super::super::locale::{Clock, Locale, NONE, TWENTY_FOUR_HOURS};

pub(super) static ALL: &[Locale] = &[
    RUSSIAN, UKRAINIAN, BULGARIAN, POLISH, CZECH, SLOVAK, CROATIAN, SERBIAN, SLOVENE, MACEDONIAN,
];

const RUSSIAN: Locale = Locale {
    clock: Clock {
        fillers: &["г", "в", "ч"],
        before_noon: &["утра", "ДП"],
        after_noon: &["дня", "вечера", "ПП"],
        noon: &[],
        night: &["ночи"],
    },
    omission: &[
        "отсутствует",
        "пропущен",
        "пропущено",
        "не добавлен",
        "опущена",
    ],
    omitted: &[
        "Без медиафайлов",
        "Файл пропущен",
        "Медиа отсутствует",
        "изображение отсутствует",
        "видео отсутствует",
        "видеозаметка опущена",
        "аудиофайл отсутствует",
        "стикер не добавлен",
        "стикер отсутствует",
        "GIF отсутствует",
        "документ отсутствует",
        "Карточка контакта отсутствует",
        "Геоданные отправлены",
        "Ожидание сообщения. Это может занять некоторое время.",
    ],
    attached: &["файл добавлен", "прикреплено"],
    deleted: &[
        "Данное сообщение удалено",
        "Это сообщение удалено",
        "Сообщение удалено",
        "Сообщение удалено администратором…",
        "Вы удалили данное сообщение",
        "Вы удалили это сообщение",
    ],
    edits: &["изменено", "отредактировано"],
    encryption: &[
        "Сообщения и звонки защищены сквозным шифрованием",
        "Сообщения, которые вы отправляете в данный чат",
        "Сообщения в данном чате и звонки",
        "Сообщения в этой группе",
    ],
    notices: &[
        "сквозным шифрованием",
        " создал(-а) группу ",
        " создал группу ",
        " создала группу ",
        "Вы создали группу ",
        " изменил(-а) название группы",
        " изменил название группы",
        " изменила название группы",
        " изменил(-а) тему",
        " изменил тему",
        " изменил(-а) описание группы",
        " изменил(-а) иконку группы",
        " изменил(-а) настройки группы",
        " добавил(-а) вас",
        " добавил вас",
        " присоединился(-ась)",
        " вышел(-ла) из группы",
        "Теперь вы админ",
        "код безопасности с ",
        " исчезающие сообщения",
        " изменил(-а) номер",
        " закрепил(-а) сообщение",
        "Пропущенный аудиозвонок",
        "Пропущенный видеозвонок",
    ],
};

const UKRAINIAN: Locale = Locale {
    clock: Clock {
        fillers: &["р", "о", "об"],
        before_noon: &["дп", "ранку"],
        after_noon: &["пп", "дня", "вечора"],
        noon: &[],
        night: &["ночі"],
    },
    omission: &[
        "відсутнє",
        "відсутній",
        "відсутня",
        "пропущено",
        "не додано",
    ],
    omitted: &[
        "Медіа пропущено",
        "Медіафайли відсутнє",
        "Без медіафайлів",
        "зображення відсутнє",
        "відео відсутнє",
        "аудіо відсутнє",
        "Наклейку не додано",
        "GIF-анімацію пропущено",
        "документ пропущено",
        "Картка контакту відсутня",
        "геодані надіслано",
    ],
    attached: &["файл додано", "додано"],
    deleted: &[
        "Це повідомлення було видалено",
        "Це повідомлення видалено",
        "Ви видалили це повідомлення",
    ],
    edits: &["відредаговано", "змінено"],
    encryption: &[
        "Повідомлення й дзвінки захищено наскрізним шифруванням",
        "Повідомлення та дзвінки захищено наскрізним шифруванням",
        "Повідомлення і дзвінки захищено наскрізним шифруванням",
    ],
    notices: &[
        "наскрізним шифруванням",
        " створює групу ",
        " створив групу ",
        " створила групу ",
        " змінює назву групи",
        " змінив назву групи",
        " змінила назву групи",
        " додає вас",
        "Пропущений аудіодзвінок",
        "Пропущений відеодзвінок",
    ],
};

const BULGARIAN: Locale = Locale {
    clock: Clock {
        fillers: &["г", "ч", "в"],
        before_noon: &["пр.об.", "сутринта"],
        after_noon: &["сл.об.", "следобед", "вечерта"],
        noon: &["на обяд"],
        night: &["през нощта"],
    },
    omission: &[
        "пропуснат",
        "пропусната",
        "пропуснато",
        "е пропуснат",
        "изключени",
    ],
    omitted: &[
        "Без файл",
        "Без файлове",
        "Мултимедията е пропусната",
        "Мултимедийните файлове са изключени",
        "изображението е пропуснато",
        "видеото е пропуснато",
        "аудиото е пропуснато",
        "стикерът е пропуснат",
        "документът е пропуснат",
        "местоположение в реално време споделено",
    ],
    attached: &["прикачен файл", "файлът е прикачен", "прикачено"],
    deleted: &[
        "Съобщението беше изтрито",
        "Това съобщение беше изтрито",
        "Изтрихте това съобщение",
    ],
    edits: &["редактирано"],
    encryption: &[
        "Съобщенията и обажданията са криптирани от край до край",
        "Съобщенията и обажданията са шифровани от край до край",
        "Съобщенията и обажданията ви са подсигурени с криптиране от край до край",
    ],
    notices: &[
        "криптирани от край до край",
        "криптиране от край до край",
        " създаде група ",
        " създаде групата ",
        " промени името на групата",
        " промени темата",
        " ви добави",
        "Пропуснато гласово обаждане",
        "Пропуснато видео обаждане",
    ],
};

const POLISH: Locale = Locale {
    clock: Clock {
        fillers: &["o", "godz", "r"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["pominięto", "pominięty", "pominięte", "pominięta"],
    omitted: &[
        "pominięto multimedia",
        "Multimedia pominięto",
        "pliki pominięto",
        "obraz pominięty",
        "pominięto obraz",
        "pominięto grafikę",
        "wideo pominięte",
        "pominięto film",
        "audio pominięte",
        "pominięto plik audio",
        "pominięto naklejkę",
        "Plik GIF pominięty",
        "dokument pominięty",
        "pominięto dokument",
        "Pominięta wizytówka kontaktu",
        "udostępniona transmisja położenia",
        "Oczekiwanie na tę wiadomość. Może to chwilę potrwać.",
    ],
    attached: &["załączony plik", "plik dołączony", "załączono"],
    deleted: &[
        "Ta wiadomość została usunięta",
        "Ta wiadomość została usunięta przez…",
        "Usunąłeś(-ęłaś) tę wiadomość",
        "Usunąłeś(aś) tę wiadomość",
        "Usunięto tę wiadomość",
    ],
    edits: &["edytowan", "zedytowan"],
    encryption: &[
        "Wiadomości i połączenia są w pełni zaszyfrowane",
        "Wiadomości i połączenia są zaszyfrowane",
        "Twoje wiadomości oraz połączenia są zabezpieczone przez pełne szyfrowanie",
        "Wiadomości wysyłane w tym czacie",
    ],
    notices: &[
        "pełne szyfrowanie",
        " utworzył(a) grupę ",
        " utworzył(-a) grupę ",
        "Utworzyłeś grupę ",
        "Utworzono grupę ",
        " zmienił(a) nazwę grupy",
        " zmienił(-a) nazwę grupy",
        " zmienił(a) temat",
        " zmienił(a) opis grupy",
        " zmienił(a) ikonę grupy",
        " dodał(a) Cię",
        " dołączył(a) ",
        " opuścił(a) grupę",
        "Kod zabezpieczeń ",
        "kod zabezpieczeń z ",
        " włączył(a) znikające wiadomości",
        " przypiął(-ęła) wiadomość",
        "Nieodebrane połączenie",
        "Nieodebrane poł",
    ],
};

const CZECH: Locale = Locale {
    clock: Clock {
        fillers: &["v", "ve", "hod"],
        before_noon: &["dop"],
        after_noon: &["odp"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["vynechána", "vynechány", "vynechán", "vynecháno"],
    omitted: &[
        "Média vynechána",
        "Média vynechány",
        "obrázek vynechán",
        "video vynecháno",
        "zvukový soubor vynechán",
        "nálepka vynechána",
        "GIF vynechán",
        "dokument vynechán",
        "Vizitka vynechána",
    ],
    attached: &["soubor byl přiložen", "příloha", "přiloženo"],
    deleted: &[
        "Tato zpráva byla smazána",
        "Tato zpráva byla odstraněna",
        "Tuto zprávu jste smazal/a",
        "Tuto zprávu jste odstranil/a",
    ],
    edits: &["upraven"],
    encryption: &[
        "Zprávy a hovory jsou opatřeny koncovým šifrováním",
        "Zprávy a hovory jsou zabezpečeny",
        "Zprávy a hovory jsou šifrovány",
    ],
    notices: &[
        "koncovým šifrováním",
        " vytvořil/a skupinu ",
        " vytvořil(a) skupinu ",
        " změnil/a název skupiny",
        " změnil(a) název skupiny",
        " vás přidal",
        "Zmeškaný hlasový hovor",
        "Zmeškaný videohovor",
    ],
};

const SLOVAK: Locale = Locale {
    clock: Clock {
        fillers: &["o", "hod"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["vynechané", "vynechaný", "vynechaná"],
    omitted: &[
        "Médiá vynechané",
        "obrázok vynechaný",
        "video vynechané",
        "zvuk vynechaný",
        "nálepka vynechaná",
        "GIF vynechaný",
        "dokument vynechaný",
        "Karta kontaktu vynechaná",
    ],
    attached: &["súbor pripojený", "príloha"],
    deleted: &["Táto správa bola odstránená", "Túto správu ste odstránili"],
    edits: &["upravená"],
    encryption: &[
        "Správy a hovory sú zabezpečené šifrovaním",
        "Správy a hovory sú šifrované",
    ],
    notices: &[
        " vytvoril/a skupinu ",
        " zmenil/a názov skupiny",
        "Zmeškaný hovor",
    ],
};

const CROATIAN: Locale = Locale {
    clock: Clock {
        fillers: &["u", "h", "sati"],
        before_noon: &["prijepodne", "prije podne"],
        after_noon: &["popodne", "poslijepodne", "poslije podne", "po podne"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["izostavljen", "izostavljena", "izostavljeni"],
    omitted: &[
        "Medijski zapis izostavljen",
        "Medijski zapisi izostavljeni",
        "slika izostavljena",
        "video izostavljen",
        "zvuk izostavljen",
        "naljepnica izostavljena",
        "GIF izostavljen",
        "dokument izostavljen",
        "Posjetnica izostavljena",
    ],
    attached: &["datoteka u privitku", "priložena datoteka", "priloženo"],
    deleted: &[
        "Ova je poruka izbrisana",
        "Ova poruka je izbrisana",
        "Izbrisali ste ovu poruku",
    ],
    edits: &["uređena", "izmijenjena"],
    encryption: &[
        "Poruke i pozivi zaštićeni su potpunom enkripcijom",
        "Poruke i pozivi sveobuhvatno su šifrirani",
    ],
    notices: &[
        " je izradio grupu ",
        " je promijenio naziv grupe",
        "Propušteni glasovni poziv",
        "Propušteni videopoziv",
    ],
};

const SERBIAN: Locale = Locale {
    clock: Clock {
        fillers: &["у", "г"],
        before_noon: &["пре подне", "pre podne"],
        after_noon: &["по подне", "po podne"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["изостављени", "изостављена", "изостављен"],
    omitted: &["медији су изостављени"],
    attached: &["прикачена датотека"],
    deleted: &["Ова порука је обрисана", "Обрисао/ла си ову поруку"],
    edits: &["измењена"],
    encryption: &[
        "Твоје поруке и позиви су обезбеђени са шифровањем",
        "Поруке и позиви су потпуно шифровани",
    ],
    notices: &["Пропуштен гласовни позив", "Пропуштен видео позив"],
};

const SLOVENE: Locale = Locale {
    clock: Clock {
        fillers: &["ob"],
        before_noon: &["dop"],
        after_noon: &["pop"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["izpuščen", "izpuščene", "izpuščena"],
    omitted: &["Medij izpuščen", "datoteke izpuščene"],
    attached: &["priložena datoteka", "byla prisegta"],
    deleted: &[
        "To sporočilo je bilo izbrisano",
        "To sporočilo ste izbrisali",
    ],
    edits: &["urejeno"],
    encryption: &[
        "Vaša sporočila in klici so zavarovani s šifriranjem",
        "Sporočila in klici so šifrirani",
    ],
    notices: &["Zgrešen klic", "Neodgovorjen video klic"],
};

const MACEDONIAN: Locale = Locale {
    clock: Clock {
        fillers: &["г", "во"],
        before_noon: &["претпладне"],
        after_noon: &["попладне"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["Без фајл", "без фајлови"],
    attached: &["прикачен фајл"],
    deleted: &["Оваа порака беше избришана", "Ја избриша оваа порака"],
    edits: &["изменета"],
    encryption: &["Твоите пораки и повици се обезбедени со шифрирање"],
    ..NONE
};
