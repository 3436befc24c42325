//! Prints the pattern of every question on standard input, one a line.

#![expect(clippy::print_stdout, reason = "what was read is the output")]

use std::io::BufRead;
use std::num::NonZeroUsize;

use recollect_language::Extract;
use recollect_language::local::LocalExtraction;
use recollect_model::{ReferenceTime, Timestamp};

#[tokio::main]
async fn main() {
    let local = LocalExtraction::new(NonZeroUsize::MIN);
    let reference = ReferenceTime::utc(Timestamp::from_second(1_735_689_600).expect("a time"));
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let started = std::time::Instant::now();
        let pattern = local.read_question(line.clone(), reference).await;
        let took = started.elapsed();
        println!("{line}   [{took:?}]");
        match pattern.expect("it is read") {
            Some(pattern) => {
                let relations: Vec<String> = pattern
                    .relations
                    .iter()
                    .map(|relation| {
                        format!(
                            "{}{}:{}",
                            if relation.is_inverse { "!" } else { "" },
                            relation.name,
                            relation.fit
                        )
                    })
                    .collect();
                println!(
                    "    {:?} {:?} about {:?} itself {:?} among {:?} verb {} object {:?} details {:?} kind {:?} {:?} {:?} intended {} ended {}\n    {}",
                    pattern.hole,
                    pattern.expected,
                    pattern.about,
                    pattern.itself,
                    pattern.among,
                    pattern.verb,
                    pattern.object,
                    pattern.details,
                    pattern.kind_words,
                    pattern.time,
                    pattern.selection,
                    pattern.is_intended,
                    pattern.is_ended,
                    relations.join(" ")
                );
            }
            None => println!("    -"),
        }
    }
}
