use recollect_language::compose;

use crate::monday;

#[test]
fn what_is_indexed_says_when_and_by_whom() {
    let text = "We moved.";
    assert_eq!(
        compose::for_words(monday(), Some("Anna"), text),
        "8 May 2023, Monday. Anna: We moved."
    );
    assert_eq!(
        compose::for_embedding(monday(), None, text),
        "8 May 2023, Monday. We moved."
    );
}
