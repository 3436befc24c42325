//! Damaged files of the package are refused, or at least do no harm.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_spacy::{LoadError, Pipeline};

use crate::package::FILES;

/// Loads with one file replaced.
fn load_with(damaged: &str, content: Option<&[u8]>) -> Result<Pipeline, LoadError> {
    Pipeline::load(|path| {
        if path == damaged {
            content
        } else {
            FILES.get(path).map(Vec::as_slice)
        }
    })
}

#[test]
fn a_missing_file_is_named() {
    for missing in Pipeline::FILES {
        match load_with(missing, None) {
            Err(LoadError::Missing { path }) => assert_eq!(path, missing),
            Err(other) => panic!("{missing}: {other}"),
            Ok(_) => panic!("{missing} is not missed"),
        }
    }
}

#[test]
fn a_file_that_is_cut_off_is_refused() {
    for path in Pipeline::FILES {
        let content = &FILES[path];
        for length in [0, 1, content.len() / 2, content.len() - 1] {
            assert!(
                load_with(path, Some(&content[..length])).is_err(),
                "{path} with {length} bytes"
            );
        }
    }
}

#[test]
fn a_file_in_the_place_of_another_is_refused() {
    for path in Pipeline::FILES {
        for other in Pipeline::FILES.into_iter().filter(|other| *other != path) {
            let is_alike = path.ends_with("/model") && other == "ner/model";
            if !is_alike {
                assert!(
                    load_with(path, Some(&FILES[other])).is_err(),
                    "{other} as {path}"
                );
            }
        }
    }
}

#[test]
fn changed_bytes_do_no_harm() {
    let mut dice = SmallRng::seed_from_u64(3);
    for path in Pipeline::FILES {
        for _ in 0..12 {
            let mut content = FILES[path].clone();
            let end = if dice.random() {
                content.len()
            } else {
                content.len().min(4096)
            };
            for _ in 0..dice.random_range(1..4) {
                let place = dice.random_range(0..end);
                content[place] = dice.random();
            }
            if let Ok(pipeline) = load_with(path, Some(&content)) {
                pipeline.read(
                    "Anna didn't give the dogs $5 in Berlin, did she? See www.example.org :)",
                );
            }
        }
    }
}
