//! Hindi, Marathi, Gujarati, Punjabi, Bengali, Tamil, Telugu, Kannada and Malayalam.

use super::super::locale::{Clock, Locale, NONE, TWENTY_FOUR_HOURS};

pub(super) static ALL: &[Locale] = &[
    HINDI, MARATHI, GUJARATI, PUNJABI, BENGALI, TAMIL, TELUGU, KANNADA, MALAYALAM,
];

const HINDI: Locale = Locale {
    clock: Clock {
        fillers: &["को", "बजे"],
        before_noon: &["पूर्वाह्न", "सुबह"],
        noon: &["दोपहर"],
        after_noon: &["अपराह्न", "शाम"],
        night: &["रात"],
    },
    omission: &["छोड़ा गया", "हटाई गई", "हटाई गयी", "के बिना"],
    omitted: &[
        "मीडिया के बिना",
        "मीडिया छोड़ा गया",
        "फ़ोटो हटाई गई",
        "वीडियो छोड़ा गया",
        "ऑडियो हटाई गयी",
        "स्टिकर छोड़ा गया",
        "GIF छोड़ा गया",
        "डॉक्यूमेंट छोड़ा गया",
        "कॉन्टैक्ट कार्ड छोड़ा गया",
    ],
    attached: &["फाइल अटैच कर दी गई है", "फ़ाइल अटैच की गई", "अटैच किया गया"],
    deleted: &[
        "यह मैसेज डिलीट कर दिया गया है",
        "यह मैसेज डिलीट किया गया था",
        "यह संदेश मिटाया गया",
        "आपने यह मैसेज डिलीट किया",
        "आपने यह संदेश मिटाया",
    ],
    edits: &["एडिट", "संपादित"],
    encryption: &[
        "मैसेजेस और कॉल्स एंड-टू-एंड एन्क्रिप्टेड हैं",
        "मैसेज और कॉल एंड-टू-एंड एन्क्रिप्टेड हैं",
        "मैसेज और कॉल, एंड-टू-एंड एन्क्रिप्टेड हैं",
        "मैसेज और कॉल पूरी तरह सुरक्षित",
    ],
    notices: &[
        "एंड-टू-एंड एन्क्रिप्टेड",
        " ग्रुप बनाया",
        " ग्रुप का नाम ",
        "सुरक्षा कोड बदल गया",
        "वॉइस कॉल मिस हुई",
        "मिस्ड वॉइस कॉल",
        "मिस्ड वीडियो कॉल",
    ],
};

const MARATHI: Locale = Locale {
    clock: Clock {
        fillers: &["रोजी", "वाजता"],
        before_noon: &["म.पू.", "सकाळी"],
        after_noon: &["म.उ.", "दुपारी", "संध्याकाळी"],
        night: &["रात्री"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["वगळले", "वगळली", "वगळला", "वगळण्यात आला"],
    attached: &["फाइल संलग्न", "संलग्न केले"],
    deleted: &[
        "हा मेसेज हटवण्यात आला",
        "हा संदेश हटविण्यात आला होता",
        "तुम्ही हा मेसेज हटवला",
    ],
    edits: &["संपादित", "एडिट"],
    encryption: &["मेसेजेस आणि कॉल्स एन्ड-टू-एन्ड"],
    notices: &["मिस्ड व्हॉइस कॉल", "मिस्ड व्हिडिओ कॉल"],
    ..NONE
};

const GUJARATI: Locale = Locale {
    clock: Clock {
        fillers: &["વાગ્યે"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &[
        "પડતી મૂકાઈ",
        "પડતી મુકાઈ",
        "અવગણાયું",
        "અવગણવામાં આવ્યા",
        "છોડી મૂકાયું",
    ],
    attached: &["ફાઇલ જોડાયેલ", "જોડાયેલ"],
    deleted: &["આ મેસેજ ડિલીટ કરાયો", "તમે આ મેસેજ ડિલીટ કર્યો"],
    edits: &["ફેરફાર"],
    encryption: &["મેસેજ અને કૉલ શરૂથી અંત સુધી સુરક્ષિત છે"],
    ..NONE
};

const PUNJABI: Locale = Locale {
    clock: Clock {
        fillers: &["ਵਜੇ"],
        before_noon: &["ਪੂ.ਦੁ."],
        after_noon: &["ਬਾ.ਦੁ."],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["ਛੱਡਿਆ ਗਿਆ", "ਛਡਿਆ ਗਿਆ", "ਛੱਡਿਆ"],
    attached: &["ਅਟੈਚ ਕੀਤੀ ਫਾਇਲ"],
    deleted: &["ਇਸ ਸੁਨੇਹੇ ਨੂੰ ਹਟਾਇਆ ਗਿਆ", "ਤੁਸੀਂ ਇਹ ਸੁਨੇਹਾ ਹਟਾਇਆ"],
    ..NONE
};

const BENGALI: Locale = Locale {
    clock: Clock {
        fillers: &["এ"],
        before_noon: &["পূর্বাহ্ন", "সকাল"],
        noon: &["দুপুর"],
        after_noon: &["অপরাহ্ন", "বিকাল", "সন্ধ্যা"],
        night: &["রাত"],
    },
    omission: &["বাদ দেওয়া হয়েছে"],
    attached: &["ফাইল সংযুক্ত হয়েছে"],
    deleted: &[
        "এই মেসেজটি বাদ দেওয়া হয়েছে",
        "এই বার্তাটি মুছে ফেলা হয়েছে",
        "আপনি এই মেসেজটি বাদ দিয়েছেন",
        "আপনি এই বার্তাটি মুছে ফেলেছেন",
    ],
    edits: &["এডিট", "সম্পাদনা"],
    encryption: &["মেসেজ এবং কল এন্ড-টু-এন্ড এনক্রিপ্টেড"],
    notices: &["ভয়েস কল মিস করেছেন", "ভিডিও কল মিস করেছেন"],
    ..NONE
};

const TAMIL: Locale = Locale {
    clock: Clock {
        before_noon: &["முற்பகல்", "மு.ப."],
        after_noon: &["பிற்பகல்", "பி.ப."],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["நீக்கப்பட்டது", "விடப்பட்டன"],
    deleted: &["இத்தகவல் திரும்பப்பெறப்பட்டது", "இத்தகவலை தாங்கள் அழித்தீர்கள்"],
    edits: &["திருத்தப்பட்டது"],
    ..NONE
};

const TELUGU: Locale = Locale {
    omission: &["విస్మరించబడింది"],
    attached: &["ఫైల్ జోడించబడినది"],
    ..NONE
};

const KANNADA: Locale = Locale {
    clock: Clock {
        before_noon: &["ಪೂರ್ವಾಹ್ನ"],
        after_noon: &["ಅಪರಾಹ್ನ"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["ಕೈಬಿಡಲಾಗಿದೆ"],
    attached: &["ಕಡತ ಸೇರಿಸಲಾಯಿತು"],
    deleted: &["ಈ ಸಂದೇಶವು ಅಳಿಸಲ್ಪಟ್ಟಿದೆ", "ನೀವು ಈ ಸಂದೇಶವನ್ನು ಅಳಿಸಿದ್ದೀರಿ"],
    ..NONE
};

const MALAYALAM: Locale = Locale {
    omission: &["ഒഴിവാക്കി"],
    attached: &["ഫയൽ ചേർത്തു"],
    deleted: &["ഈ സന്ദേശം ഇല്ലാതാക്കിയതാണ്", "ഈ സന്ദേശം നിങ്ങൾ ഇല്ലാതാക്കി"],
    ..NONE
};
