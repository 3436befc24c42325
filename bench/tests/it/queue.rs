//! The simulation of the queue: what a node that fails leaves behind is taken over when its lease is over, and nothing else waits.

use recollect_bench::queue::{Plan, Waits, simulate};
use recollect_engine::Settings;

fn plan() -> Plan {
    Plan {
        persons: 40,
        nodes: 3,
        cores: 1.0,
        texts_per_second: 30.0,
        text_s: 0.05,
        stretch_s: 20.0,
        seed: 3,
    }
}

async fn run(plan: &Plan) -> Vec<Waits> {
    let simulated = simulate(plan).await;
    simulated.expect("everything is processed once and in order")
}

#[tokio::test]
async fn a_node_that_fails_delays_what_it_had_in_hand_by_its_lease() {
    let waits = run(&plan()).await;
    let [always, failed, returned] = &waits[..] else {
        panic!("three stretches");
    };
    let lease_s = Settings::default().lease.as_secs_f64();
    let all = always.texts() + failed.texts() + returned.texts();
    assert!((1_600..2_000).contains(&all), "{all} texts");
    assert!(always.quantile_s(0.5) < 1.0 && returned.quantile_s(0.5) < 1.0);
    // What was in the hands of the node waits for the lease, and is then taken one by one, with what came behind it.
    let longest = waits.iter().map(|waits| waits.quantile_s(1.0));
    let longest = longest.fold(0.0, f64::max);
    assert!(
        (lease_s - 1.0..2.0 * lease_s).contains(&longest),
        "{longest} s"
    );
    // Two nodes do what three did, and only a few persons' lanes were held.
    let held = always.longer_than(5.0) + failed.longer_than(5.0);
    assert!((1..all / 8).contains(&held), "{held} of {all} waited");
    assert_eq!(returned.longer_than(5.0), 0);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_waits() {
    let short = Plan {
        stretch_s: 5.0,
        ..plan()
    };
    let (one, again) = (run(&short).await, run(&short).await);
    assert_eq!(format!("{one:?}"), format!("{again:?}"));
}
