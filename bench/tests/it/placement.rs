//! The simulation of many nodes: balancers send where the real ones do, costs are those of the documents, and what happens to
//! indexes is what must happen.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use recollect_bench::placement::balancing::{Balance, Balancer, Key};
use recollect_bench::placement::costs::{MEASURED, QUESTION_S, READ_PER_SECOND, cost, wait_s};
use recollect_bench::placement::persons::Persons;
use recollect_bench::placement::{Figures, Plan, simulate};

const WITH_A_HASH: [Balancer; 4] = [
    Balancer::Haproxy { weight: 1 },
    Balancer::Haproxy { weight: 16 },
    Balancer::Nginx,
    Balancer::Caddy,
];

/// Where a balancer sends "Bearer key 0", "Bearer key 1" and so on.
fn sent(balancer: Balancer, is_up: &[bool], keys: usize) -> Vec<usize> {
    let balance = Balance::new(balancer, is_up);
    let dice = &mut SmallRng::seed_from_u64(1);
    (0..keys)
        .map(|number| balance.node_of(Key::of(&format!("Bearer key {number}")), dice))
        .collect()
}

fn digits(nodes: &[usize]) -> String {
    nodes.iter().map(ToString::to_string).collect()
}

#[test]
fn credentials_go_where_haproxy_and_nginx_send_them() {
    // What haproxy 2.6.12 and nginx 1.22.1 did with these headers before ten servers on loopback.
    for (balancer, observed) in [
        (
            Balancer::Haproxy { weight: 1 },
            "907261360419504928738010253389099992490937601641998584960888",
        ),
        (
            Balancer::Haproxy { weight: 16 },
            "931519809702850060215171365611016348791782058680010248331346",
        ),
        (
            Balancer::Nginx,
            "880346077390265647073408961233854325431622749212513713327441",
        ),
    ] {
        let is = digits(&sent(balancer, &[true; 10], 60));
        assert_eq!(is, observed, "{balancer:?}");
    }
}

#[test]
fn a_node_that_goes_or_comes_moves_no_more_than_it_must() {
    for balancer in WITH_A_HASH {
        let before = sent(balancer, &[true; 10], 5_000);
        let mut is_up = [true; 10];
        is_up[3] = false;
        let without = sent(balancer, &is_up, 5_000);
        let with_another = sent(balancer, &[true; 11], 5_000);
        for number in 0..5_000 {
            assert_ne!(without[number], 3);
            // haproxy takes the nearest point, before or after, so that only whoever was on a node that is gone moves.
            assert!(before[number] == 3 || without[number] == before[number]);
            assert!(with_another[number] == before[number] || with_another[number] == 10);
        }
    }
}

#[test]
fn haproxy_spreads_evenly_with_a_weight_and_unevenly_without() {
    let busiest = |balancer, nodes: usize| {
        let sent = sent(balancer, &vec![true; nodes], 100_000);
        let each = (0..nodes).map(|node| sent.iter().filter(|&&at| at == node).count());
        each.max().unwrap_or_default() as f64 * nodes as f64 / 1e5
    };
    for nodes in [2, 10, 100] {
        let (alone, weighed) = (
            busiest(Balancer::Haproxy { weight: 1 }, nodes),
            busiest(Balancer::Haproxy { weight: 16 }, nodes),
        );
        assert!(weighed < alone && weighed < 1.25, "{nodes} nodes");
    }
}

/// A document of the project.
fn document(name: &str) -> String {
    let place = format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(place).expect("the document is there")
}

/// The cells of the row that begins so.
fn cells(document: &str, begins: &str) -> Vec<String> {
    let row = document.lines().find(|line| line.starts_with(begins));
    let row = row.unwrap_or_else(|| panic!("no row begins with {begins:?}"));
    let cells = row.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// The first number of a cell, in seconds or megabytes.
fn number(cell: &str) -> f64 {
    let mut words = cell.split(' ');
    let value: f64 = words.next().unwrap_or_default().parse().unwrap_or(f64::NAN);
    match words.next() {
        Some("ms") => value / 1e3,
        _ => value,
    }
}

#[test]
fn what_an_index_costs_is_what_the_benchmarks_say() {
    let document = document("benchmarks.md");
    let rows = [
        "| 1,000 passages |",
        "| 10,000 |",
        "| 100,000 |",
        "| 1,000,000 |",
    ];
    for (row, measured) in rows.iter().zip(MEASURED) {
        let cells = cells(&document, row);
        assert_eq!(number(&cells[1]), measured.build_s, "{row}");
        assert_eq!(number(&cells[3]), measured.search_s, "{row}");
        assert_eq!(number(&cells[4]), measured.bytes / 1e6, "{row}");
    }
    assert!(in_words(&document).contains("or 49,000 (PostgreSQL)") && READ_PER_SECOND == 49_000.0);
}

fn in_words(document: &str) -> String {
    document.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn scale_tells_the_figures_of_the_benchmarks() {
    let (benchmarks, scale) = (document("benchmarks.md"), document("scale.md"));
    let embedding = &cells(&scale, "| searches with their embedding |")[1];
    assert_eq!(number(embedding), QUESTION_S);
    assert!(in_words(&benchmarks).contains("from 12.8 ms to 33.9"));
    assert!(embedding.contains("12.8 ms elsewhere"));
    let (large, largest) = (
        cells(&benchmarks, "| 100,000 |"),
        cells(&benchmarks, "| 1,000,000 |"),
    );
    // What stands in brackets is how it was before.
    let now = |cell: &str| cell.split(" (").next().unwrap_or_default().to_owned();
    let told = format!(
        "From 100,000 passages a search takes {} of a core and an index {}; a million take {} and {}, and {} to be built anew",
        now(&large[3]),
        now(&large[4]),
        now(&largest[3]),
        now(&largest[4]),
        now(&largest[1]),
    );
    assert!(in_words(&scale).contains(&told), "{told}");
}

#[test]
fn what_lies_between_the_measured_sizes_costs_what_lies_between() {
    for measured in MEASURED {
        let same = cost(measured.passages);
        assert!((same.build_s / measured.build_s - 1.0).abs() < 1e-9);
        assert!((same.search_s / measured.search_s - 1.0).abs() < 1e-9);
        assert!((same.bytes / measured.bytes - 1.0).abs() < 1e-9);
    }
    let mut last = 0.0;
    for passages in [1.0, 500.0, 1e3, 3e3, 1e4, 5e4, 1e5, 4e5, 1e6] {
        assert!(wait_s(passages) > last);
        last = wait_s(passages);
    }
    assert_eq!(cost(500.0).bytes, 1e6);
    // In the middle of the scale it is the geometric mean.
    let middle = cost(1e4 * 10_f64.sqrt()).build_s;
    let [_, ten, hundred, _] = MEASURED.map(|measured| measured.build_s);
    assert!((middle - (ten * hundred).sqrt()).abs() < 1e-9);
}

fn plan(balancer: Balancer) -> Plan {
    Plan {
        persons: Persons {
            count: 4_000,
            mean_passages: 14_300.0,
            active_in_an_hour: 0.1,
            credentials: 1,
            seed: 7,
        },
        nodes: 4,
        cores: 4.0,
        budget_bytes: 1 << 30,
        balancer,
    }
}

fn asked(figures: &[Figures]) -> Vec<u64> {
    figures.iter().map(|of| of.searches).collect()
}

#[test]
fn memories_are_of_the_size_that_was_wanted_and_few_are_large() {
    let persons = plan(Balancer::Caddy).persons;
    let mut sizes: Vec<f64> = (0..50_000).map(|person| persons.passages(person)).collect();
    sizes.sort_by(f64::total_cmp);
    let mean = sizes.iter().sum::<f64>() / 5e4;
    assert!((0.9..1.1).contains(&(mean / 14_300.0)), "{mean}");
    assert!(sizes[25_000] < 6_000.0 && sizes[49_500] > 100_000.0);
}

#[test]
fn the_same_seed_gives_the_same_figures_and_the_balancer_changes_nobody_s_coming() {
    let (one, again) = (
        simulate(&plan(Balancer::Nginx)),
        simulate(&plan(Balancer::Nginx)),
    );
    assert_eq!(format!("{one:?}"), format!("{again:?}"));
    let other = simulate(&plan(Balancer::Random));
    let all = |figures: &[Figures]| -> Vec<u64> {
        let all = figures.iter().map(|of| of.searches);
        let sent = figures.iter().map(|of| of.broken_off);
        all.zip(sent)
            .map(|(searches, sent)| searches + sent)
            .collect()
    };
    // Whoever waits on a node that fails is counted in both, and is one in a thousand at most.
    for (one, other) in all(&one).iter().zip(all(&other)) {
        assert!(one.abs_diff(other) * 1_000 <= other, "{one} and {other}");
    }
    assert_eq!(asked(&one)[0], asked(&other)[0]);
}

#[test]
fn with_a_hash_indexes_are_where_their_persons_are() {
    let spread = simulate(&plan(Balancer::Random));
    for balancer in WITH_A_HASH {
        let figures = simulate(&plan(balancer));
        for (of, spread) in figures.iter().zip(&spread) {
            let name = of.stretch.name;
            assert!(of.hit_rate() > spread.hit_rate(), "{balancer:?}: {name}");
            assert!(of.database_cores() < spread.database_cores());
        }
        let [always, failed, returned, added] = &figures[..] else {
            panic!("four stretches");
        };
        assert_eq!((always.moved, always.broken_off), (0.0, 0));
        // A quarter of them, more where the busiest has more; a fifth goes to the fifth node.
        for of in [failed, returned] {
            assert!((0.15..0.5).contains(&of.moved), "{balancer:?}: {of:?}");
        }
        assert!((0.1..0.3).contains(&added.moved), "{balancer:?}: {added:?}");
        assert!(failed.hit_rate() < always.hit_rate());
    }
}

#[test]
fn a_person_with_several_credentials_has_an_index_on_several_nodes() {
    let one = simulate(&plan(Balancer::Nginx));
    let mut several = plan(Balancer::Nginx);
    several.persons.credentials = 3;
    let several = simulate(&several);
    assert!(several[0].hit_rate() < one[0].hit_rate());
    assert!(several[0].built > one[0].built);
}

#[test]
fn memory_is_what_indexes_run_out_of_and_cores_are_what_waiting_takes() {
    let roomy = simulate(&plan(Balancer::Nginx));
    let mut small = plan(Balancer::Nginx);
    small.budget_bytes /= 16;
    let small = simulate(&small);
    assert!(small[0].hit_rate() < roomy[0].hit_rate() - 0.1);
    // One index that is larger than the budget may stay alone.
    assert!(roomy[0].fullest_bytes <= 1 << 30);
    let mut slow = plan(Balancer::Nginx);
    slow.cores = 0.05;
    let slow = simulate(&slow);
    assert_eq!(asked(&slow), asked(&roomy));
    assert!(slow[0].wait_s(0.99) > 2.0 * roomy[0].wait_s(0.99));
    let longest = roomy
        .iter()
        .map(Figures::longest_wait_s)
        .fold(0.0, f64::max);
    assert!(longest > 0.0 && longest < 1.5 * wait_s(1e6), "{longest}");
}
