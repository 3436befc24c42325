//! The files of `bench/data` keep their format, and the rules of comparison do what they say.

mod data;
mod floors;
mod judgement;
mod placement;
mod queue;
mod scale;
