//! Where sun and moon stand, as finely as calendars need it: the moon to a tenth of a degree, which it covers in
//! twelve minutes.
//!
//! Sources: Meeus, Astronomical Algorithms, chapters 25 (sun, low accuracy) and 47 (moon, the largest terms); the
//! sidereal zodiac is Lahiri's.

/// Days since noon UTC of 1 January 2000.
pub(super) type Moment = f64;

/// Days the moon takes from one meeting with the sun to the next.
pub(super) const LUNATION: f64 = 29.530_588_86;

/// The moon's largest terms: millionths of a degree, and the multiples of its elongation, the sun's anomaly, its own
/// anomaly and its distance from the node.
const MOON: [(f64, [f64; 4]); 24] = [
    (6_288_774.0, [0.0, 0.0, 1.0, 0.0]),
    (1_274_027.0, [2.0, 0.0, -1.0, 0.0]),
    (658_314.0, [2.0, 0.0, 0.0, 0.0]),
    (213_618.0, [0.0, 0.0, 2.0, 0.0]),
    (-185_116.0, [0.0, 1.0, 0.0, 0.0]),
    (-114_332.0, [0.0, 0.0, 0.0, 2.0]),
    (58_793.0, [2.0, 0.0, -2.0, 0.0]),
    (57_066.0, [2.0, -1.0, -1.0, 0.0]),
    (53_322.0, [2.0, 0.0, 1.0, 0.0]),
    (45_758.0, [2.0, -1.0, 0.0, 0.0]),
    (-40_923.0, [0.0, 1.0, -1.0, 0.0]),
    (-34_720.0, [1.0, 0.0, 0.0, 0.0]),
    (-30_383.0, [0.0, 1.0, 1.0, 0.0]),
    (15_327.0, [2.0, 0.0, 0.0, -2.0]),
    (-12_528.0, [0.0, 0.0, 1.0, 2.0]),
    (10_980.0, [0.0, 0.0, 1.0, -2.0]),
    (10_675.0, [4.0, 0.0, -1.0, 0.0]),
    (10_034.0, [0.0, 0.0, 3.0, 0.0]),
    (8_548.0, [4.0, 0.0, -2.0, 0.0]),
    (-7_888.0, [2.0, 1.0, -1.0, 0.0]),
    (-6_766.0, [2.0, 1.0, 0.0, 0.0]),
    (-5_163.0, [1.0, 0.0, -1.0, 0.0]),
    (4_987.0, [1.0, 1.0, 0.0, 0.0]),
    (4_036.0, [2.0, -1.0, 1.0, 0.0]),
];

/// The sun's longitude in degrees.
fn sun(moment: Moment) -> f64 {
    let centuries = moment / 36_525.0;
    let anomaly = (357.529_11 + 35_999.050_29 * centuries).to_radians();
    let centre = (1.914_602 - 0.004_817 * centuries) * anomaly.sin()
        + 0.019_993 * (2.0 * anomaly).sin()
        + 0.000_289 * (3.0 * anomaly).sin();
    280.466_46 + 36_000.769_83 * centuries + centre
}

/// The moon's longitude in degrees.
fn moon(moment: Moment) -> f64 {
    let centuries = moment / 36_525.0;
    let arguments = [
        297.850_192_1 + 445_267.111_403_4 * centuries,
        357.529_109_2 + 35_999.050_290_9 * centuries,
        134.963_396_4 + 477_198.867_505_5 * centuries,
        93.272_095 + 483_202.017_523_3 * centuries,
    ];
    let terms = MOON.iter().map(|(size, multiples)| {
        let angle: f64 = arguments.iter().zip(multiples).map(|(a, m)| a * m).sum();
        size * angle.to_radians().sin()
    });
    218.316_447_7 + 481_267.881_234_21 * centuries + terms.sum::<f64>() / 1e6
}

/// How far the moon is ahead of the sun, in degrees from 0 to 360.
pub(super) fn elongation(moment: Moment) -> f64 {
    (moon(moment) - sun(moment)).rem_euclid(360.0)
}

/// How far the sidereal zodiac has moved, in degrees.
fn precession(moment: Moment) -> f64 {
    23.853 + 0.013_97 * moment / 365.25
}

/// The sun's longitude in the sidereal zodiac, in degrees from 0 to 360.
pub(super) fn sidereal_sun(moment: Moment) -> f64 {
    (sun(moment) - precession(moment)).rem_euclid(360.0)
}

/// The moon's longitude in the sidereal zodiac, in degrees from 0 to 360.
pub(super) fn sidereal_moon(moment: Moment) -> f64 {
    (moon(moment) - precession(moment)).rem_euclid(360.0)
}

/// The new moon closest to a moment.
pub(super) fn new_moon_near(moment: Moment) -> Moment {
    let mut moment = moment;
    for _ in 0..4 {
        let ahead = (elongation(moment) + 180.0).rem_euclid(360.0) - 180.0;
        moment -= ahead / 360.0 * LUNATION;
    }
    moment
}
