//! What somebody takes, from when on and until when, whoever says so.

use super::check_facts;

#[tokio::test]
async fn what_somebody_comes_off_is_taken_no_longer() {
    check_facts(&[
        ("I'm off metformin.", &["Sam no longer takes metformin."]),
        (
            "I came off atenolol in April.",
            &["Sam no longer takes atenolol."],
        ),
        (
            "Mum stopped metformin.",
            &["Sam's mother no longer takes metformin."],
        ),
        ("I stopped ramipril.", &["Sam no longer takes ramipril."]),
        ("I went on sertraline in April.", &["Sam takes sertraline."]),
        ("I'm off coffee.", &["Sam is off coffee."]),
    ])
    .await;
}

#[tokio::test]
async fn a_dose_is_told_with_what_is_taken() {
    check_facts(&[
        ("I take 5 mg of ramipril.", &["Sam takes 5 mg of ramipril."]),
        (
            "I take gliclazide 80 mg with breakfast.",
            &["Sam takes gliclazide 80 mg with breakfast."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_a_doctor_changes_is_what_their_patient_takes() {
    check_facts(&[
        (
            "The doctor took me off atenolol.",
            &[
                "Sam no longer takes atenolol.",
                "the doctor took Sam off atenolol.",
            ],
        ),
        (
            "Dr Okafor put Mum on amlodipine 5.",
            &[
                "Dr Okafor put Sam's mother on amlodipine 5.",
                "Sam's mother takes amlodipine 5.",
            ],
        ),
        (
            "My GP switched me from atenolol to bisoprolol.",
            &[
                "Sam's doctor switched Sam from atenolol to bisoprolol.",
                "Sam no longer takes atenolol.",
                "Sam takes bisoprolol.",
            ],
        ),
        (
            "Dr Lim stopped my losartan.",
            &[
                "Dr Lim stopped Sam's losartan.",
                "Sam no longer takes losartan.",
            ],
        ),
        (
            "Dr Lim stopped the old pills.",
            &["Dr Lim stopped the old pills."],
        ),
    ])
    .await;
}
