//! The inputs themselves.

use recollect_fuzzing::Inputs;

fn first(count: usize, of: &str) -> Vec<Vec<u8>> {
    let mut inputs = Inputs::of(of, ["{\"one\": 1}", "two, 22"]).with_words(["null"]);
    (0..count)
        .map_while(|_| {
            let input = inputs.give();
            inputs.note(&input.as_ref().map(Vec::len));
            input
        })
        .collect()
}

#[test]
fn inputs_begin_with_the_seeds_and_are_the_same_again() {
    let inputs = first(500, "numbers");
    assert_eq!(inputs[..2], [b"{\"one\": 1}".to_vec(), b"two, 22".to_vec()]);
    assert_eq!(inputs, first(500, "numbers"));
    assert_ne!(inputs, first(500, "other numbers"));
    let unlike = inputs[2..]
        .iter()
        .filter(|input| !inputs[..2].contains(input));
    assert!(unlike.count() > 400);
}

#[test]
fn what_leads_to_something_new_is_followed() {
    // Two bytes that both must be there: who keeps the half way gets there.
    let mut inputs = Inputs::of("half way", ["abcdefgh"]).of_at_most(8);
    let mut deepest = 0;
    for _ in 0..200_000 {
        let Some(input) = inputs.give() else { break };
        let right = input
            .iter()
            .zip(b"zyxw")
            .take_while(|(one, other)| one == other);
        let right = right.count();
        deepest = deepest.max(right);
        inputs.note(&right);
    }
    assert!(deepest >= 2, "{deepest}");
}

#[test]
#[should_panic(expected = "input 2")]
fn an_input_that_fails_is_told() {
    let mut given = 0;
    Inputs::of("failing", ["a", "b", "c"]).feed(|_| {
        given += 1;
        assert!(given < 2, "input {given}");
    });
}
