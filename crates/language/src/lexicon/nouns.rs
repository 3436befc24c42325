//! Common nouns that tell what they name.

use recollect_model::EntityKind;

use super::gazetteer::is_listed_medicine;
use super::roles::is_pet;

use crate::word_list::WordList;

/// What a common noun, in the singular and in lower case, names.
pub(crate) fn kind_of_noun(noun: &str) -> Option<EntityKind> {
    if EVENTS.contains(noun) {
        Some(EntityKind::Event)
    } else if WORKS.contains(noun) {
        Some(EntityKind::Work)
    } else if ORGANIZATIONS.contains(noun) {
        Some(EntityKind::Organization)
    } else if PLACES.contains(noun) {
        Some(EntityKind::Place)
    } else if PRODUCTS.contains(noun) {
        Some(EntityKind::Product)
    } else if PERSONS.contains(noun) {
        Some(EntityKind::Person)
    } else if is_pet(noun) {
        Some(EntityKind::Animal)
    } else {
        None
    }
}

/// Whether what a noun names is eaten or drunk, and then over.
pub(crate) fn is_meal(noun: &str) -> bool {
    MEALS.contains(noun)
}

static MEALS: WordList = WordList::new(
    "breakfast lunch dinner supper tea coffee brunch meal snack drink drinks beer pint glass cup slice pizza curry soup wine",
);

/// Whether what a noun names is told by a number or by signs: a password, a price, a size.
pub(crate) fn is_code(noun: &str) -> bool {
    CODES.contains(noun)
}

static CODES: WordList = WordList::new(
    "code pin password passcode passphrase number plate registration badge chip ref reference price rent fee size weight height salary combination score cost id temperature",
);

/// Whether a noun is in the plural as it stands: "stories", "grandparents"; not "news", "diabetes" or "bus".
pub(crate) fn is_of_several(noun: &str) -> bool {
    const SINGULAR: &[&str] = &[
        "news",
        "diabetes",
        "series",
        "species",
        "lens",
        "gas",
        "canvas",
        "tennis",
        "chess",
        "christmas",
        "measles",
        "alias",
        "atlas",
        "means",
        "headquarters",
        "crossroads",
        "yes",
    ];
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    head.ends_with('s')
        && !["ss", "us", "is", "ics"]
            .iter()
            .any(|end| head.ends_with(end))
        && !SINGULAR.contains(&head)
        || [
            "children",
            "grandchildren",
            "people",
            "men",
            "women",
            "feet",
            "teeth",
            "mice",
            "geese",
        ]
        .contains(&head)
}

/// The article before words in the singular: "an hour", "a ukulele".
pub(crate) fn article(words: &str) -> &'static str {
    const YOU: &[&str] = &[
        "uk", "unic", "unif", "unio", "uniq", "unis", "unit", "univ", "us", "uti", "eu", "ewe",
        "one", "once",
    ];
    const SILENT: &[&str] = &["hour", "honest", "honor", "honour", "heir"];
    let lower = words.to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|start| lower.starts_with(start));
    // "an 11th anniversary", "an 8 o'clock start"
    let number = lower
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or_default();
    let is_spoken_so = number.starts_with('8') || matches!(number, "11" | "18");
    let is_vowel = lower.starts_with(|first: char| "aeiou".contains(first)) && !begins(YOU)
        || begins(SILENT)
        || is_spoken_so;
    if is_vowel { "an" } else { "a" }
}

/// Whether "my …" of this noun is a thing of its own that more may be said of.
pub(crate) fn is_possession(noun: &str) -> bool {
    POSSESSIONS.contains(noun) || WORKS_OF_ONES_OWN.contains(noun) || EVENTS.contains(noun)
}

/// Whether a notebook has entries of this noun: "door code: 20B41", "passport expires in May".
pub(crate) fn is_entry(noun: &str) -> bool {
    ENTRIES.contains(noun)
}

/// Whether a noun is a day of several people's, which may be anybody's: "Funeral Tuesday", "Wedding was in June".
pub(crate) fn is_ceremony(noun: &str) -> bool {
    CEREMONIES.contains(noun)
}

static CEREMONIES: WordList = WordList::new(
    "wedding funeral wake burial cremation christening baptism graduation ceremony memorial reception naming",
);

/// Whether a noun stands for an occupation, which makes "is a …" one.
pub(crate) fn is_occupation(noun: &str) -> bool {
    OCCUPATIONS.contains(noun)
        || noun.len() > 6
            && ["ologist", "ographer", "ician", "iatrist"]
                .iter()
                .any(|ending| noun.ends_with(ending))
}

/// Whether a noun is so light that "has a …" of it says nothing of its own ("have a look").
pub(crate) fn is_light(noun: &str) -> bool {
    LIGHT.contains(noun)
}

static EVENTS: WordList = WordList::new(
    "marathon half-marathon wedding concert festival party conference exhibition exhibit parade pride \
     fair tournament competition contest race championship match final game-night ceremony graduation \
     funeral baptism retreat workshop seminar webinar meetup gala recital gig rally protest march \
     hackathon reunion picnic barbecue bbq carnival premiere summit convention expo audition \
     fundraiser triathlon showcase talent-show open-house field-trip road-trip camping-trip honeymoon \
     anniversary sleepover potluck auction lecture appointment interview exam surgery operation chemo chemotherapy \
     flight audition rehearsal lesson meeting deadline checkup check-up christening inspection \
     counselling counseling physiotherapy appraisal",
);

static WORKS: WordList = WordList::new(
    "novel book film movie song album poem play series show podcast painting opera musical symphony \
     documentary memoir trilogy screenplay blog comic anime manga sculpture mural essay article \
     magazine newspaper portrait",
);

static ORGANIZATIONS: WordList = WordList::new(
    "company school university college hospital startup start-up firm agency organization \
     organisation charity church band team club choir orchestra league society association foundation \
     institute academy bank ministry corporation nonprofit non-profit ngo union department committee",
);

static PLACES: WordList = WordList::new(
    "city town village country beach park lake river mountain island forest museum restaurant cafe \
     café library gym airport station hotel hostel shop store market mall theater theatre stadium zoo \
     garden bakery bar pub studio gallery farm campus castle valley desert bay harbor harbour \
     neighborhood neighbourhood suburb state province shelter temple cathedral mosque",
);

static PRODUCTS: WordList = WordList::new(
    "iphone ipad laptop macbook phone smartphone tablet console camera playstation xbox kindle app drone \
     smartwatch headphones",
);

static PERSONS: WordList = WordList::new(
    "man woman guy girl boy lady gentleman person people kid child doctor nurse teacher professor \
     lawyer author writer singer artist actor actress director",
);

static POSSESSIONS: WordList = WordList::new(
    "bike bicycle motorbike motorcycle scooter car truck van boat kayak canoe yacht house home \
     apartment flat condo cabin cottage studio garage garden farm yard kitchen guitar piano violin \
     cello drum flute trumpet saxophone ukulele keyboard laptop computer phone iphone ipad tablet \
     camera watch ring necklace bracelet company business startup start-up firm store shop bakery \
     cafe café restaurant salon band team blog podcast channel website app tent tattoo skateboard \
     surfboard snowboard telescope collection wedding graduation funeral recital exhibition honeymoon \
     school university college church choir village hometown town",
);

static WORKS_OF_ONES_OWN: WordList = WordList::new(
    "book novel memoir album song painting film movie screenplay poem thesis dissertation",
);

static ENTRIES: WordList = WordList::new(
    "code address number password passcode passphrase pin key login username email e-mail phone mobile iban account size \
     birthday price deposit fee rent salary deadline serial plate licence license combination dose dosage \
     blood-type type allergy wifi policy passport visa insurance contract subscription membership lease mortgage \
     loan tuition warranty guarantee registration appointment weight height id locker slot car bike motorbike van laptop phone camera printer router boiler landline",
);

static OCCUPATIONS: WordList = WordList::new(
    "accountant actor actress analyst animator architect artist assistant astronaut attorney author \
     baker banker barber barista bartender biologist bookkeeper builder butcher carpenter cashier ceo \
     chef chemist clerk coach comedian composer conductor consultant contractor cook counselor \
     counsellor cto dancer dentist designer detective developer dietitian director doctor driver \
     economist editor electrician engineer entrepreneur farmer firefighter fisherman florist \
     freelancer gardener geologist guard guide hairdresser historian illustrator instructor \
     interpreter investor janitor jeweler journalist judge lawyer lecturer librarian lifeguard \
     manager mechanic midwife model musician nanny nurse nutritionist officer optician painter \
     paralegal paramedic pastor pediatrician pharmacist photographer physician physicist \
     physiotherapist pianist pilot plumber poet politician police-officer policeman policewoman \
     potter priest producer professor programmer psychologist realtor receptionist recruiter reporter \
     researcher sailor salesman salesperson scientist sculptor secretary singer social-worker soldier \
     solicitor statistician stylist surgeon surveyor tailor teacher technician therapist trainer \
     translator tutor vet veterinarian videographer violinist waiter waitress welder writer student \
     undergraduate postdoc intern apprentice paralegal freelancer seamstress dressmaker miner shepherd beekeeper winemaker brewer miller blacksmith \
     locksmith glazier roofer bricklayer plasterer cabinetmaker upholsterer cobbler shoemaker goldsmith \
     watchmaker bookbinder postman postwoman mailman trucker cabbie jockey stuntman steward stewardess \
     caretaker janitor warden bailiff barrister advocate clergyman vicar rabbi imam monk nun missionary \
     diplomat ambassador mayor councillor senator minister umpire referee goalkeeper footballer \
     wrestler gymnast swimmer sprinter golfer skipper fisherwoman forester gamekeeper zookeeper groomer \
     farrier cleaner housekeeper butler childminder nursery-nurse tattooist beautician manicurist \
     masseuse masseur croupier bookmaker auctioneer actuary auditor underwriter cartographer \
     archaeologist anthropologist linguist sociologist botanist zoologist meteorologist astronomer \
     mathematician radiographer phlebotomist anaesthetist audiologist speech-therapist optometrist \
     pathologist choreographer puppeteer magician cartoonist lyricist songwriter screenwriter \
     playwright copywriter proofreader typesetter columnist presenter newsreader weatherman cameraman \
     projectionist stagehand roadie dj luthier piano-tuner",
);

static LIGHT: WordList = WordList::new(
    "look time fun blast chance lot bit way idea feeling thing things stuff talk chat go moment break \
     rest seat word question point problem issue plan day night week weekend morning evening \
     afternoon month year say dream thought doubt hope hopes sense luck good trouble effect impact \
     influence something anything nothing everything one ones ball laugh conversation discussion \
     reason fact need access ability right connection memory memories experience experiences passion love \
     respect appreciation opinion view faith courage strength support power potential goal goals \
     choice option options place lots tons plenty bunch couple kind sort type part side mind heart \
     hand eye eyes smile face life lives moments times days weeks heck hell conversationalist \
     interest desire urge tendency blast great everyone someone no-one anyone nobody bunch load loads \
     tonne ton some few many much more less enough all both any",
);

/// Whether a noun names a medicine.
pub(crate) fn is_medicine(noun: &str) -> bool {
    MEDICINES.contains(noun)
        || is_listed_medicine(noun)
        || noun.len() > 6
            && [
                "cillin",
                "statin",
                "pril",
                "olol",
                "azole",
                "formin",
                "oxetine",
                "zepam",
                "sartan",
                "dipine",
                "gliptin",
                "gliflozin",
                "clazide",
                "thiazide",
                "semide",
                "xaban",
                "gatran",
                "umab",
                "cycline",
                "floxacin",
                "mycin",
                "solone",
                "triptyline",
                "tinib",
                "lukast",
                "roxine",
                "tidine",
                "triptan",
            ]
            .iter()
            .any(|ending| noun.ends_with(ending))
}

/// Whether a noun names an illness or another condition of the body or mind; also several words: "Crohn's disease", "high blood pressure".
pub(crate) fn is_condition(noun: &str) -> bool {
    const NAMED_BY: &[&str] = &[
        " disease",
        " disorder",
        " syndrome",
        " deficiency",
        "high blood pressure",
        "low blood pressure",
        "high cholesterol",
        " intolerance",
    ];
    CONDITIONS.contains(noun)
        || NAMED_BY.iter().any(|end| noun.ends_with(end))
        || noun.len() > 6
            && ["itis", "osis", "emia", "algia", "phobia", "opathy", "lepsy"]
                .iter()
                .any(|ending| noun.ends_with(ending))
}

/// Whether a noun names a sport or an art that people "do": "yoga", "judo".
pub(crate) fn is_practice(noun: &str) -> bool {
    PRACTICES.contains(noun)
}

static PRACTICES: WordList = WordList::new(
    "yoga pilates judo karate taekwondo aikido jiu-jitsu kung-fu tai-chi qigong boxing kickboxing wrestling fencing ballet zumba \
     gymnastics athletics crossfit parkour aerobics calisthenics spinning weightlifting powerlifting bodybuilding archery triathlons \
     marathons meditation calligraphy pottery ceramics origami macrame crochet embroidery woodworking improv stand-up karaoke \
     capoeira barre bouldering",
);

/// Whether people go to what a noun names at a time of its own, whatever it is besides: "choir", "gym", "tennis".
pub(crate) fn is_engagement(noun: &str) -> bool {
    ENGAGEMENTS.contains(noun) || is_practice(noun) || EVENTS.contains(noun)
}

static ENGAGEMENTS: WordList = WordList::new(
    "gym choir club band orchestra course class training practice swimming football rugby cricket tennis badminton squash netball hockey      basketball volleyball golf running climbing dancing dance piano guitar violin cello drums drama church mass mosque temple synagogue      tutoring tuition therapy service scan mri jab vaccination haircut evening quiz brownies guides scouts cubs beavers playgroup toddlers      physio session viewing tutorial shift parkrun circuits cheerleading debate chess bridge bingo ceilidh salsa tango theatre cinema",
);

/// The diet that somebody who is called so follows: "vegetarian".
pub(crate) fn is_diet(word: &str) -> bool {
    DIETS.contains(word)
}

/// Beside those that the gazetteer lists.
static MEDICINES: WordList = WordList::new(
    "medication medicine medications paracetamol aspirin insulin antidepressant antidepressants \
     antibiotic antibiotics vitamin vitamins supplement supplements inhaler statin statins painkiller \
     painkillers antihistamine antihistamines melatonin ritalin adderall lexapro levothyroxine omeprazole \
     steroid steroids pill pills losartan amlodipine citalopram escitalopram venlafaxine lithium \
     diclofenac tramadol morphine cortisone pregabalin ozempic wegovy mounjaro eliquis xarelto epipen \
     zyrtec claritin nexium cardisure tamoxifen letrozole mirtazapine quetiapine valproate lamotrigine \
     levetiracetam salbutamol semintra vyvanse concerta humira trulicity jardiance januvia crestor ambien \
     lunesta klonopin wellbutrin cymbalta effexor celexa seroquel abilify depakote topamax synthroid \
     entresto farxiga rybelsus saxenda rosuvastatin duloxetine propranolol bisoprolol loperamide \
     lansoprazole pantoprazole penicillin furosemide clopidogrel apixaban rivaroxaban cetirizine \
     loratadine",
);

static CONDITIONS: WordList = WordList::new(
    "alzheimer's parkinson's crohn's hashimoto's tourette's huntington's hodgkin's asperger's \
     asthma diabetes adhd add ocd ptsd migraine migraines arthritis anxiety depression insomnia \
     eczema epilepsy cancer leukemia hypertension anemia allergy allergies autism dyslexia dementia \
     alzheimer parkinson fibromyalgia ibs crohn celiac coeliac lupus gout tinnitus vertigo scoliosis \
     hypothyroidism hayfever covid flu pneumonia measles tumor tumour stroke concussion hernia \
     sciatica glaucoma cataract astigmatism endometriosis pcos schizophrenia bipolar shingles lyme \
     tendonitis bronchitis chickenpox malaria psoriasis rosacea reflux copd gerd hiv sepsis apnea apnoea gallstones angina arrhythmia \
     tachycardia afib tourette asperger huntington hashimoto raynaud hodgkin hyperthyroidism narcolepsy vitiligo burnout anorexia \
     bulimia tonsillitis mumps rubella scabies tuberculosis cirrhosis emphysema aneurysm seizures incontinence intolerance",
);

static DIETS: WordList = WordList::new(
    "vegetarian vegan veggie pescatarian pescetarian flexitarian keto ketogenic paleo gluten-free \
     lactose-free dairy-free halal kosher plant-based low-carb vegetarianism veganism omnivore \
     carnivore fruitarian",
);
