//! Finnish, Estonian, Hungarian, Lithuanian, Latvian, Greek, Albanian, Turkish, Azerbaijani and Kazakh.

use super::super::locale::{Clock, Locale, NONE, TWENTY_FOUR_HOURS};

pub(super) static ALL: &[Locale] = &[
    FINNISH,
    ESTONIAN,
    HUNGARIAN,
    LITHUANIAN,
    LATVIAN,
    GREEK,
    ALBANIAN,
    TURKISH,
    AZERBAIJANI,
    KAZAKH,
];

const FINNISH: Locale = Locale {
    clock: Clock {
        fillers: &["klo", "kello"],
        before_noon: &["ap"],
        after_noon: &["ip"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &[
        "jätetty pois",
        "jätettiin pois",
        "ei sisällytetä",
        "ei sisällytetty",
    ],
    omitted: &[
        "Media jätetty pois",
        "Media jätettiin pois",
        "ei kuvaa",
        "kuva jätettiin pois",
        "videota ei sisällytetä",
        "äänitiedostoa ei sisällytetä",
        "tarraa ei sisällytetty",
        "GIF-animaatio jätetty pois",
        "dokumenttia ei sisällytetä",
        "asiakirjaa ei sisällytetä",
        "Yhteystietokortti jätettiin pois",
        "live-sijainti jaettu",
        "Odotetaan tätä viestiä. Tämä voi kestää hetken.",
    ],
    attached: &["liitetiedosto", "tiedosto liitetty", "liite"],
    deleted: &[
        "Tämä viesti poistettiin",
        "Tämä viesti on poistettu",
        "Poistit tämän viestin",
    ],
    edits: &["muokat"],
    encryption: &[
        "Viestit ja puhelut ovat täysin salattuja",
        "Viestit ja puhelut salataan täysin",
    ],
    notices: &[
        "täysin salattuja",
        " loi ryhmän ",
        "Loit ryhmän ",
        " vaihtoi ryhmän nimen",
        " vaihtoi ryhmän nimeksi",
        " vaihtoi aiheeksi",
        " muutti ryhmän ",
        " lisäsi sinut",
        "Olet nyt ylläpitäjä",
        "Vastaamaton äänipuhelu",
        "Vastaamaton videopuhelu",
    ],
};

const ESTONIAN: Locale = Locale {
    clock: Clock {
        fillers: &["kell"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["välja jäetud", "ära jäetud"],
    attached: &["fail lisatud"],
    deleted: &["See sõnum on kustutatud", "Kustutasid selle sõnumi"],
    edits: &["muudetud"],
    encryption: &[
        "Sinu saadetavad sõnumid ja kõned on kaitstud",
        "Sõnumid ja kõned on",
    ],
    notices: &["Vastamata häälkõne", "Vastamata videokõne"],
    ..NONE
};

const HUNGARIAN: Locale = Locale {
    clock: Clock {
        fillers: &["órakor"],
        before_noon: &["de"],
        after_noon: &["du"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["kihagyva", "elhagyva", "kihagyása", "Hiányzó"],
    omitted: &[
        "Hiányzó médiafájl",
        "média elhagyva",
        "Média kihagyva",
        "kép küldése sikertelen",
        "kép kihagyva",
        "Videó kihagyva",
        "Hang kihagyása",
        "hang kihagyva",
        "matrica kihagyva",
        "GIF fájl kihagyása",
        "dokumentum kihagyva",
        "Névjegykártya kihagyva",
    ],
    attached: &["fájl csatolva", "csatolva"],
    deleted: &[
        "Ez az üzenet törlésre került",
        "Törölted ezt az üzenetet",
        "Ezt az üzenetet törölted",
    ],
    edits: &["szerkeszt"],
    encryption: &["Az üzenetek és hívások végpontok közötti titkosítással vannak védve"],
    notices: &[
        "végpontok közötti titkosítás",
        " létrehozta a ",
        " megváltoztatta a csoport ",
        " módosította a csoport ",
        " hozzáadott téged",
        "Nem fogadott hanghívás",
        "Nem fogadott videohívás",
    ],
};

const LITHUANIAN: Locale = Locale {
    clock: Clock {
        fillers: &["m", "d", "val"],
        before_noon: &["priešpiet"],
        after_noon: &["popiet"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["praleista", "praleistas"],
    omitted: &["medija praleista", "Praleistas medijos turinys"],
    attached: &["byla prisegta"],
    deleted: &["Ši žinutė buvo ištrinta", "Jūs ištrynėte šią žinutę"],
    edits: &["redaguota", "redaguotas"],
    encryption: &["Jūsų žinutės ir skambučiai yra apsaugoti ištisiniu šifravimu"],
    notices: &["Praleistas balso skambutis", "Praleistas video skambutis"],
};

const LATVIAN: Locale = Locale {
    clock: Clock {
        fillers: &["plkst"],
        before_noon: &["priekšp", "priekšpusdienā"],
        after_noon: &["pēcp", "pēcpusdienā"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["Bez multivides", "nav iekļauta multivide"],
    attached: &["pievienots fails"],
    deleted: &["Šī ziņa tika izdzēsta", "Jūs izdzēsāt šo ziņu"],
    edits: &["rediģēt"],
    encryption: &["Jūsu ziņas un zvani ir aizsargāti ar pilnīgu šifrēšanu"],
    notices: &["Neatbildēts balss zvans", "Neatbildēts video zvans"],
    ..NONE
};

const GREEK: Locale = Locale {
    clock: Clock {
        fillers: &["στις"],
        before_noon: &["π.μ."],
        after_noon: &["μ.μ."],
        ..TWENTY_FOUR_HOURS
    },
    omission: &[
        "παραλείφθηκε",
        "παραλήφθηκε",
        "παραλείφθηκαν",
        "Εξαίρεση",
        "Παράληψη",
    ],
    omitted: &[
        "Εξαίρεση πολυμέσων",
        "αρχείο παραλήφθηκε",
        "εικόνα παραλείφθηκε",
        "βίντεο παραλείφθηκε",
        "ήχος παραλείφθηκε",
        "αυτοκόλλητο παραλήφθηκε",
        "Παράληψη GIF",
        "έγγραφο παραλείφθηκε",
        "Η κάρτα επαφής παραλήφθηκε",
    ],
    attached: &["συνημμένο αρχείο", "επισυνάφθηκε"],
    deleted: &[
        "Αυτό το μήνυμα διαγράφηκε",
        "Αυτό το μήνυμα διαγράφτηκε",
        "Διαγράψατε αυτό το μήνυμα",
        "Διαγράψατε το μήνυμα",
    ],
    edits: &["επεξεργά", "τροποποιήθηκε"],
    encryption: &[
        "Τα μηνύματα και οι κλήσεις κρυπτογραφούνται πλήρως",
        "Τα μηνύματα και οι κλήσεις προστατεύονται με διατερματική κρυπτογράφηση",
    ],
    notices: &[
        " δημιούργησε την ομάδα ",
        " άλλαξε το όνομα της ομάδας",
        " άλλαξε το θέμα",
        "Αναπάντητη φωνητική κλήση",
        "Αναπάντητη βιντεοκλήση",
        "Αναπάντητη κλήση",
    ],
};

const ALBANIAN: Locale = Locale {
    clock: Clock {
        fillers: &["në"],
        before_noon: &["e paradites"],
        after_noon: &["e pasdites"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["Pa media", "media u hoq", "Media hequr"],
    attached: &["skedë e ngjitur"],
    encryption: &["Mesazhet dhe thirrjet tuaja janë të koduara"],
    ..NONE
};

const TURKISH: Locale = Locale {
    clock: Clock {
        fillers: &["saat"],
        before_noon: &["ÖÖ"],
        after_noon: &["ÖS"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["dahil edilmedi", "atlanmış", "çıkarıldı"],
    omitted: &[
        "Medya dahil edilmedi",
        "Medya atlanmış",
        "görüntü dahil edilmedi",
        "video dahil edilmedi",
        "ses dahil edilmedi",
        "Çıkartma dahil edilmedi",
        "GIF dahil edilmedi",
        "belge dahil edilmedi",
        "Kişi kartı dahil edilmedi",
        "Mevcut konum paylaşıldı",
        "Bu mesaj bekleniyor. Bu biraz zaman alabilir.",
    ],
    attached: &["dosya ekli", "eklendi"],
    deleted: &[
        "Bu mesaj silindi",
        "Bu mesajı sildiniz",
        "Bu mesaj yönetici…",
    ],
    edits: &["düzenlendi"],
    encryption: &[
        "Mesajlar ve aramalar uçtan uca şifrelidir",
        "Bu sohbete gönderilen mesajlar ve aramalar",
        "Bu sohbete gönderdiğiniz mesajlar",
        "Mesajlarınız artık uçtan uca şifreleme",
    ],
    notices: &[
        "uçtan uca şifreli",
        "uçtan uca şifreleme",
        " grubunu oluşturdu",
        " grup oluşturdu",
        " bu grubu oluşturdu",
        " grubun adını ",
        " grup adını ",
        " grubun simgesini ",
        " grup açıklamasını ",
        " konuyu değiştirdi",
        " sizi ekledi",
        " davet bağlantısını kullanarak ",
        " gruptan ayrıldı",
        "Artık yöneticisiniz",
        "güvenlik kodu değişti",
        "güvenlik kodunuz değişti",
        " süreli mesajları ",
        " bir mesajı sabitledi",
        "Cevapsız sesli arama",
        "Cevapsız görüntülü arama",
    ],
};

const AZERBAIJANI: Locale = Locale {
    clock: Clock {
        fillers: &["saat"],
        before_noon: &["AM"],
        after_noon: &["PM"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["media buraxıldı", "Media çıxarılmışdır"],
    attached: &["fayl əlavə olunub"],
    deleted: &["Bu ismarıc silindi", "Siz bu ismarıcı sildiniz"],
    edits: &["redaktə"],
    encryption: &["Sizin göndərdiyiniz ismarıclar və zənglərinizin"],
    ..NONE
};

const KAZAKH: Locale = Locale {
    clock: Clock {
        fillers: &["ж", "сағ"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["Файл қосылған жоқ", "файлдар қосылмаған"],
    attached: &["қосымша файл"],
    deleted: &["Бұл хат жойылды", "Сіз бұл хатты жойдыңыз"],
    edits: &["өңделді", "өзгертілді"],
    encryption: &["Сіздің хаттарыңыз және қоңырауларыңыз толығымен шифрлау"],
    ..NONE
};
