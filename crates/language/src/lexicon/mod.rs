//! The words that extraction knows, in lower case: of the local reader and of the notes of a provider alike.

pub(crate) mod conjugation;
mod given_names;
mod nouns;
mod places;
mod roles;
mod words;

pub(crate) use given_names::{Gender, gender_of_name, is_given_name};
pub(crate) use nouns::{
    is_condition, is_diet, is_light, is_medicine, is_occupation, is_possession, kind_of_noun,
};
pub(crate) use places::is_known_place;
pub(crate) use roles::{Kinship, Role, is_pet, role};
pub(crate) use words::{
    CAPITALISED, JOINTS, LANGUAGES, ORDINARY_STARTS, PARTICLES, TITLES, is_language,
};
