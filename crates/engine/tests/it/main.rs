//! The engine at its door, on scripted language and a clock moved by hand.

mod fairness;
mod simulation;
