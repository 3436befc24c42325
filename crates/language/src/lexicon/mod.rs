//! The words that extraction knows, in lower case: of the local reader and of the notes of a provider alike.

pub(crate) mod conjugation;
mod gazetteer;
mod given_names;
mod judgements;
mod living;
mod nouns;
mod numbers;
mod places;
mod roles;
mod technology;
mod verbs;
mod words;

pub(crate) use gazetteer::{Gender, is_brand, is_city, is_product, is_surname, is_town};
pub(crate) use given_names::{gender_of_name, is_also_a_word, is_common_given_name, is_given_name};
pub(crate) use judgements::{
    is_evaluation, is_feeling, is_generic, is_lasting, is_of_somebody, is_passing, is_reaction,
    is_thin, is_vague,
};
pub(crate) use living::{Life, gender_of_noun, life_of};
pub(crate) use nouns::{
    article, is_ceremony, is_code, is_condition, is_diet, is_engagement, is_entry, is_light,
    is_meal, is_medicine, is_occupation, is_of_several, is_possession, is_practice, kind_of_noun,
};
pub use numbers::number_in_words;
pub(crate) use numbers::{is_year, years};
pub(crate) use places::is_known_place;
pub(crate) use roles::{KIN_BY_ITSELF, Kinship, Role, is_pet, is_somebodys_role, role};
pub use roles::{is_role_of_somebody, role_called};
pub(crate) use technology::is_technology;
pub(crate) use verbs::{ALONE, OF_DOING, PLAYED, is_arranging, is_deed, is_no_verb, says_arranged};
pub(crate) use words::{
    CAPITALISED, JOINTS, LANGUAGES, MONTHS, ORDINARY_STARTS, PARTICLES, SEASONS, TITLES, WEEKDAYS,
    is_dose, is_language, is_of_every_week, is_unit,
};
