//! # Planetary Parade
//!
//! *Jane Street, March 2026.* A planet has a star and six neighbouring planets, all infinitely far
//! away in independent uniform directions. A parade is seen where all six planets are above the
//! horizon and the star is not. Given that a parade is seen somewhere on the planet, what is the
//! probability alpha that it is seen from a certain point? From the top of a tower there, one sees
//! everything that is above the horizon of some point at a distance less than r, the star as well
//! as the planets. By what multiple beta of r / R does the probability grow if the tower is low?
//!
//! ```text
//!         planet
//!          /           With one planet, a parade is seen where the planet is up and the star is
//!   ------o------      down. On average that is at one in four points, and there always is one:
//!          \           alpha = 1/4. A tower shows the planet more often, and the star, too, so
//!          star        nothing is gained: beta = 0.
//! ```
//!
//! ## Boards
//! alpha and beta, as fractions in lowest terms.
//!
//! ## Derivation
//! Turn the star to the opposite side: a parade is seen from a point if all seven directions are
//! within the hemisphere around it. One point sees it with the probability 1/2^7. It is seen
//! somewhere if the seven directions have a common hemisphere: by Wendel's theorem, N uniform
//! directions have one with the probability (C(N-1, 0) + C(N-1, 1) + C(N-1, 2)) / 2^(N-1). The
//! quotient is alpha.
//!
//! From the tower, bodies are seen up to the angle r/R below the horizon, so that with x = sin(r/R)
//! a body is seen with the probability (1 + x)/2. A parade of n planets, where m stars must not be
//! seen, has the probability ((1 + x)/2)^n ((1 - x)/2)^m. Its derivative at x = 0, which is also
//! that by r/R, is divided by Wendel's probability. This is right up to terms with x^2: if only one
//! planet is below the horizon, and that close to it, then an equally close point in its direction
//! sees the parade, so the condition is fulfilled.
//!
//! ## The second way
//! Each body has a horizon, a great circle, and N of them cut the sphere into regions. Once the
//! circles are known, a body is still on either side of its own with equal probability. So each of
//! the 2^N choices of sides is equally likely to be the parade's. It is seen somewhere if this
//! choice is that of a region, and then each region is equally likely; the point is in one of them.
//! So alpha is 1 / regions. The checker counts, in integers, the regions made by the horizons of
//! the directions (1, t, t^2), t = 1, ..., N: any N circles make as many, as long as no three have
//! a common point.
//!
//! A tower widens the parade's region by a strip of width r beside the horizon of each planet, and
//! makes it narrower by one beside that of each star. The strips of all regions together have twice
//! the length of a great circle for each body: the checker verifies that each of its 2(N-1) arcs is
//! between two of the regions. So beta is the mean over the regions of (planets - stars) * 2 * 2 pi
//! R r / (4 pi R^2) per r/R: (planets - stars) / regions.
//!
//! ## Sources
//! J. G. Wendel, [A problem in geometric probability](https://www.mscand.dk/article/view/10655),
//! Mathematica Scandinavica 11 (1962).

use std::collections::HashSet;
use std::f64::consts::PI;

use numbers::{
    Fraction, Integer, Polynomial, binomial, decimal, fraction, fraction_form, parse_fraction,
};
use puzzle::prelude::*;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parade {
    /// The number of planets that have to be seen.
    planets: Within<1, 20>,
    /// The number of stars that must not be seen.
    stars: Within<1, 20>,
}

/// The sides of all circles on which a region lies, one bit for each circle.
type Sides = u64;

/// Returns the regions into which `circles` great circles, at least two, cut a sphere; no three of
/// them have a common point.
fn regions(circles: u32) -> HashSet<Sides> {
    let poles = (1..=i64::from(circles)).map(|t| [1, t, t * t]).collect_vec();
    let mut regions = HashSet::new();
    for [(one, a), (other, b)] in poles.iter().enumerate().array_combinations() {
        let across = [0, 1, 2].map(|i| [(i + 1) % 3, (i + 2) % 3]);
        let crossing = across.map(|[j, k]| a[j] * b[k] - a[k] * b[j]);
        let side = |pole: &[i64; 3]| pole.iter().zip(crossing).map(|(p, c)| p * c).sum::<i64>();
        let sides = poles.iter().map(|pole| Sides::from(side(pole) > 0));
        let sides = sides.rev().fold(0, |sides, bit| sides << 1 | bit);
        // Four regions meet at the crossing, and four at the opposite point.
        let all = Sides::MAX >> (Sides::BITS - circles);
        let around = [0, 1 << one, 1 << other, 1 << one | 1 << other];
        for near in around {
            let region = sides & !around[3] | near;
            regions.extend([region, all ^ region]);
        }
    }
    regions
}

fn alpha_beta(board: &Board) -> Result<[Fraction; 2]> {
    let [alpha, beta] = board.parts() else { unreachable!("the form has two parts") };
    Ok([parse_fraction(alpha.line())?, parse_fraction(beta.line())?])
}

puzzle::program!(Parade, searched without rules);

impl Puzzle for Parade {
    fn form(&self) -> Form {
        let number = || fraction_form();
        Form::parts(Layout::Lines, ["alpha", "beta"].map(|name| (name, number())))
    }

    fn search(&self, search: &mut Search) -> Flow {
        search.poll()?;
        let [planets, stars] = [self.planets, self.stars]
            .map(|bodies| u32::try_from(bodies.get()).expect("twenty at most"));
        let half = || fraction(1, 2);
        let seen = Polynomial::new([half(), half()]).powi(planets);
        let unseen = Polynomial::new([half(), -half()]).powi(stars);
        let parade = &seen * &unseen;
        let bodies = planets + stars;
        let ways: Integer = (0..3).map(|k| binomial(u64::from(bodies) - 1, k)).sum();
        let somewhere =
            fraction(ways, Integer::from(2).pow(self.planets.size() + self.stars.size() - 1));
        let given = |probability: &Fraction| (probability / &somewhere).to_string().into();
        let [alpha, beta, ..] = parade.coefficients() else { unreachable!("of degree 2 at least") };
        search.value(Board::Parts(vec![given(alpha), given(beta)]))
    }

    fn check(&self, board: &Board) -> Result<()> {
        let [alpha, beta] = alpha_beta(board)?;
        let circles = u32::try_from(self.planets.get() + self.stars.get())?;
        let regions = regions(circles);
        let count = Integer::from(regions.len());
        ensure!(
            alpha == fraction(1, count.clone()),
            "alpha is not 1/{count}, and {circles} horizons make {count} regions"
        );
        for circle in 0..circles {
            let across = |&&region: &&Sides| regions.contains(&(region ^ 1 << circle));
            ensure!(
                regions.iter().filter(across).count() == 4 * (circles as usize - 1),
                "some arc of horizon {circle} is not between two regions"
            );
        }
        let gain = fraction(self.planets.get() - self.stars.get(), count);
        ensure!(beta == gain, "beta is not {gain}, the mean gain of the {} regions", regions.len());
        Ok(())
    }

    fn answer(&self, board: &Board) -> Answer {
        let [alpha, beta] = alpha_beta(board).unwrap_or_default();
        Answer::new(format!("{alpha}, {beta}"))
            .remark("decimal", format!("{}, {}", decimal(&alpha, 10), decimal(&beta, 10)))
    }

    /// Draws a planet with the horizons of the others and of the star, and the region where the
    /// parade is seen.
    fn picture(&self, board: Option<&Board>) -> Picture {
        /// The radius of the planet.
        const RADIUS: f64 = 5.0;
        const STEPS: u32 = 240;
        let mut random = Rng::with_seed(5);
        let angles = || (0..=STEPS).map(|step| 2.0 * PI * f64::from(step) / f64::from(STEPS));
        let mut picture = Picture::canvas(2.0 * RADIUS + 2.0, 2.0 * RADIUS + 2.0);
        let on_paper = |x: f64, y: f64| ((x + 1.0) * RADIUS + 1.0, (y + 1.0) * RADIUS + 1.0);
        // Directions; those of stars are turned to the opposite side, as if they had to be seen.
        let bodies = (0..self.planets.get() + self.stars.get()).map(|_| {
            let (height, angle) = (0.1 + 0.85 * random.f64(), 2.0 * PI * random.f64());
            let width = (1.0 - height * height).sqrt();
            [width * angle.cos(), width * angle.sin(), height]
        });
        let bodies = bodies.collect_vec();
        let is_star = |body: usize| body >= self.planets.size();
        // The extent of the parade's region in each direction from the middle.
        let region = |[planet, star]: [f64; 2]| -> Vec<(f64, f64)> {
            let edge = angles().map(|angle| {
                let place =
                    |away: f64| [away.sin() * angle.cos(), away.sin() * angle.sin(), away.cos()];
                let is_seen = |away: f64| {
                    bodies.iter().enumerate().all(|(number, body)| {
                        let height: f64 = body.iter().zip(place(away)).map(|(b, p)| b * p).sum();
                        height > if is_star(number) { star } else { planet }
                    })
                };
                let away = (0..STEPS).map(|step| PI / 2.0 * f64::from(step) / f64::from(STEPS));
                let [x, y, _] = place(away.take_while(|&away| is_seen(away)).last().unwrap_or(0.0));
                on_paper(x, y)
            });
            edge.collect()
        };
        if board.is_some() {
            let (same, tower) = (0.0, 0.06);
            picture.polygon(&region([-tower, tower]), None, Some(Tint::Highlight));
            picture.polygon(&region([same, same]), None, Some(Tint::Shade));
            picture.polygon(&region([same, tower]), None, Some(Tint::Colour(0)));
            picture.caption([
                "Where the parade is seen; around it, beside the horizons of the planets, where a \
                 tower shows it, and beside that of the star, where a tower shows the star.",
            ]);
        }
        let (x, y) = on_paper(0.0, 0.0);
        picture.circle(x, y, RADIUS, Ink::Text, None);
        for (number, &[x, y, z]) in bodies.iter().enumerate() {
            // The half of the horizon on this side.
            let width = x.hypot(y);
            let arc = angles().take_while(|&angle| angle <= PI + 1e-9).map(|angle| {
                let (along, up) = (angle.cos(), angle.sin());
                on_paper((-y * along - x * z * up) / width, (x * along - y * z * up) / width)
            });
            let ink = if is_star(number) { Ink::Warning } else { Ink::Muted };
            let arc = arc.collect_vec();
            picture.line(&arc, ink, 0.05);
            let (name_x, name_y) = on_paper(-1.08 * y / width, 1.08 * x / width);
            let name = if is_star(number) { "star".to_owned() } else { (number + 1).to_string() };
            picture.text_at(name_x, name_y, 0.4, &name, Ink::Label);
        }
        picture
    }
}

impl Setter for Parade {
    fn sizes(&self) -> Vec<usize> {
        (1..=20).collect()
    }

    fn random(&self, size: usize, random: &mut Rng) -> Option<Draft> {
        let draft = Draft::new().number("planets", random.usize(1..=size));
        Some(draft.number("stars", random.usize(1..=size)))
    }
}
