//! The pipeline as its users see it. The package's files are read from the assets; see `assets/README.md`.

mod agreement;
mod damage;
mod doc;
mod fuzz;
mod package;
mod spans;
mod spelling;
