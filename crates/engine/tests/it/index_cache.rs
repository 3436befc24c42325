//! Which indexes stay in memory.

use recollect_engine::IndexCache;

fn filled(budget: usize, keys: &[u32]) -> IndexCache<u32, u32> {
    let mut cache = IndexCache::new(budget);
    for &key in keys {
        cache.add(key, key);
        cache.weigh(&key, 10);
    }
    cache
}

fn keys(cache: &IndexCache<u32, u32>) -> Vec<u32> {
    cache.iter().map(|(key, _)| *key).collect()
}

#[test]
fn what_was_used_longest_ago_goes_first() {
    let mut cache = filled(30, &[1, 2, 3]);
    assert_eq!(cache.get(&1), Some(&1));
    cache.add(4, 4);
    assert_eq!(
        keys(&cache),
        [4, 1, 3, 2],
        "nothing weighs before it is built"
    );
    cache.weigh(&4, 10);
    assert_eq!(keys(&cache), [4, 1, 3]);
    assert_eq!(cache.bytes(), 30);
}

#[test]
fn looking_is_no_use() {
    let mut cache = filled(30, &[1, 2, 3]);
    assert_eq!(cache.peek(&1), Some(&1));
    *cache.peek_mut(&1).unwrap() = 7;
    cache.add(4, 4);
    cache.weigh(&4, 10);
    assert_eq!(keys(&cache), [4, 3, 2]);
}

#[test]
fn an_index_that_grows_is_weighed_anew() {
    let mut cache = filled(30, &[1, 2, 3]);
    cache.weigh(&3, 20);
    assert_eq!((keys(&cache), cache.bytes()), (vec![3, 2], 30));
    cache.weigh(&2, 1);
    assert_eq!((keys(&cache), cache.bytes()), (vec![2, 3], 21));
}

#[test]
fn one_that_is_heavier_than_the_budget_stays_alone() {
    let mut cache = filled(30, &[1, 2]);
    cache.add(3, 3);
    cache.weigh(&3, 1_000);
    assert_eq!(keys(&cache), [3]);
    cache.add(4, 4);
    cache.weigh(&4, 1);
    assert_eq!((keys(&cache), cache.bytes()), (vec![4], 1));
}

#[test]
fn what_was_dropped_or_taken_out_weighs_nothing() {
    let mut cache = filled(30, &[1, 2, 3]);
    cache.remove(&2);
    cache.remove(&2);
    assert_eq!((keys(&cache), cache.bytes()), (vec![3, 1], 20));
    // It was dropped while it was built.
    cache.weigh(&2, 100);
    assert_eq!((keys(&cache), cache.bytes()), (vec![3, 1], 20));
    // The same key once more, which begins without weight.
    cache.add(1, 9);
    assert_eq!((cache.len(), cache.bytes()), (2, 10));
    assert_eq!(cache.get(&1), Some(&9));
}

#[test]
fn there_are_ten_thousand_at_most() {
    let mut cache = IndexCache::new(usize::MAX);
    assert!(cache.is_empty());
    for key in 0..10_005 {
        cache.add(key, ());
        cache.weigh(&key, 2);
    }
    assert_eq!((cache.len(), cache.bytes()), (10_000, 20_000));
    assert_eq!(cache.peek(&4), None);
}
