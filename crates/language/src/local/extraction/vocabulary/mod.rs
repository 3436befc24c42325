//! The words that extraction knows, in lower case.

mod given_names;
mod nouns;
mod places;
mod roles;
mod words;

pub(super) use given_names::{Gender, gender_of_name, is_given_name};
pub(super) use nouns::{
    is_condition, is_diet, is_light, is_medicine, is_occupation, is_possession, kind_of_noun,
};
pub(super) use places::is_known_place;
pub(super) use roles::{Role, is_pet, role};
pub(super) use words::{
    CAPITALISED, JOINTS, LANGUAGES, ORDINARY_STARTS, PARTICLES, TITLES, is_language,
};
