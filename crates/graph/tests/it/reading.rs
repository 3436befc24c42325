//! Who is near, how two are connected, and what belongs together.

use std::collections::BTreeSet;

use recollect_graph::{Edge, Network};
use recollect_model::{EntityId, StatementId};

fn entity(number: u128) -> EntityId {
    EntityId::from_u128(number)
}

fn network(edges: &[(u128, u128)]) -> Network {
    let edges = edges
        .iter()
        .enumerate()
        .map(|(number, &(subject, object))| Edge {
            statement: StatementId::from_u128(number as u128),
            subject: entity(subject),
            object: entity(object),
        });
    Network::of(edges)
}

#[test]
fn neighbours_come_nearest_first_and_never_more_than_asked() {
    let network = network(&[(1, 2), (2, 3), (3, 4), (1, 5), (5, 3)]);
    let reached = |depth, limit| -> Vec<(u128, usize)> {
        let reached = network.reached_from(entity(1), depth, limit);
        reached
            .iter()
            .map(|one| (one.entity.as_u128(), one.distance))
            .collect()
    };
    assert_eq!(reached(1, 10), [(2, 1), (5, 1)]);
    assert_eq!(reached(2, 10), [(2, 1), (5, 1), (3, 2)]);
    assert_eq!(reached(9, 10), [(2, 1), (5, 1), (3, 2), (4, 3)]);
    assert_eq!(reached(9, 2), [(2, 1), (5, 1)]);
    assert!(reached(0, 10).is_empty() && reached(3, 0).is_empty());
}

#[test]
fn a_path_is_a_shortest_one_and_tells_its_statements() {
    let network = network(&[(1, 2), (2, 3), (3, 4), (4, 1), (6, 7)]);
    let path = |from, to| network.path(entity(from), entity(to));
    let steps: Vec<(u128, u128)> = path(1, 3)
        .unwrap()
        .iter()
        .map(|(statement, entity)| (statement.as_u128(), entity.as_u128()))
        .collect();
    assert_eq!(steps, [(0, 2), (1, 3)]);
    assert_eq!(path(1, 1), Some(Vec::new()));
    assert_eq!(path(1, 7), None);
    assert_eq!(path(1, 99), None);
}

#[test]
fn what_is_closely_connected_is_a_cluster() {
    let mut edges = Vec::new();
    for group in [10, 20, 30] {
        for one in 0..5 {
            for two in 0..one {
                edges.push((group + one, group + two));
            }
        }
    }
    edges.extend([(10, 20), (20, 30)]);
    let clusters = network(&edges).clusters(&BTreeSet::new());
    let sizes: Vec<usize> = clusters
        .iter()
        .map(|cluster| cluster.entities.len())
        .collect();
    assert_eq!(sizes, [5, 5, 5]);
    for cluster in &clusters {
        assert!(cluster.entities.contains(&cluster.centre));
        let tens: BTreeSet<u128> = cluster
            .entities
            .iter()
            .map(|one| one.as_u128() / 10)
            .collect();
        assert_eq!(tens.len(), 1);
    }
}

#[test]
fn one_who_knows_everybody_does_not_make_all_one() {
    let mut edges: Vec<(u128, u128)> = (1..30).map(|other| (0, other)).collect();
    edges.extend([(1, 2), (2, 3), (3, 1), (10, 11), (11, 12), (12, 10)]);
    let hubs = BTreeSet::from([entity(0)]);
    let clusters = network(&edges).clusters(&hubs);
    assert!(clusters.len() > 2, "{clusters:?}");
}

#[test]
fn a_large_ring_is_walked_in_time() {
    let edges: Vec<(u128, u128)> = (0..20_000).map(|one| (one, (one + 1) % 20_000)).collect();
    let network = network(&edges);
    assert_eq!(
        network.path(entity(0), entity(10_000)).unwrap().len(),
        10_000
    );
    assert!(!network.clusters(&BTreeSet::new()).is_empty());
}
