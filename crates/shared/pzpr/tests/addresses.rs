//! Addresses of every genre, read and written.

use fastrand::Rng;
use grid_puzzles::{Label, random_regions};
use grid_utils::{Grid, Regions};
use puzzle::{Addresses, Draft};
use pzpr::Genre;

/// Known addresses, each with the first row of a grid of the instance.
const KNOWN: [(&Genre, &str, &str, &str); 10] = [
    (&pzpr::SLITHERLINK, "slither/4/4/dgdh2c71", "clues", "3 . . ."),
    (
        &pzpr::MASYU,
        "masyu/10/10/0600003i06b1300600000a30600i090330",
        "pearls",
        ". . . . b . . . . .",
    ),
    (
        &pzpr::YAJILIN,
        "yajilin/10/10/w32a41b21a21l22e30m21a12b11r20d30g",
        "clues",
        ". . . . . . . . . .",
    ),
    (&pzpr::NURIKABE, "nurikabe/7/7/h3r2i5k4v2h3h3", "clues", ". . 3 . . . ."),
    (&pzpr::HEYAWAKE, "heyawake/6/6/aa66aapv0fu0g2i3k", "clues", ". . 2 . . ."),
    (&pzpr::HITORI, "hitori/6/5/111.45.2..453.3.1..2....3.3.1.", "numbers", "1 1 1 . 4 5"),
    (
        &pzpr::LITS,
        "lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu",
        "regions",
        "A A A A A A A B B B",
    ),
    (&pzpr::FILLOMINO, "fillomino/5/5/g1k34g2h5h4n", "givens", ". 1 . . ."),
    (&pzpr::AKARI, "akari/10/10/hcscl.h.idn.i.cgcndg.h.ncs.h", "clues", ". . 2 . . . . . . ."),
    (&pzpr::STAR_BATTLE, "starbattle/6/6/1/2u9gn9c9jpmk", "regions", "A A A A B B"),
];

fn text(draft: &Draft, key: &str) -> String {
    draft.table()[key].as_str().expect("it is a grid").to_owned()
}

#[test]
fn known_addresses_read_back_as_they_were_written() {
    for (genre, body, key, row) in KNOWN {
        let address = format!("https://puzz.link/p?{body}");
        let draft = genre.read(&address).unwrap();
        assert_eq!(text(&draft, key).lines().next(), Some(row), "{body}");
        assert_eq!(genre.write(&draft).unwrap(), address);
    }
}

#[test]
fn mirrors_and_other_names_are_read() {
    let draft = pzpr::SLITHERLINK.read("https://puzz.link/p?slither/4/4/dgdh2c71").unwrap();
    for address in [
        "http://pzv.jp/p.html?slither/4/4/dgdh2c71",
        "https://pzprxs.vercel.app/p?slitherlink/4/4/dgdh2c71",
        " puzz.link/p?slither/4/4/dgdh2c71/\n",
    ] {
        assert_eq!(pzpr::SLITHERLINK.read(address).unwrap(), draft, "{address}");
    }
}

#[test]
fn a_wrong_address_is_refused_with_the_place_of_the_fault() {
    for (genre, address, fault) in [
        (
            &pzpr::AKARI,
            "",
            "character 1: expected `?` and an instance, as in https://puzz.link/p?..., and found its end",
        ),
        (
            &pzpr::AKARI,
            "p?slither/2/2/k",
            "character 3: expected `akari/`, and found \"slither/2/2/k\"",
        ),
        (
            &pzpr::AKARI,
            "p?akari/0/2/k",
            "character 9: expected a number of columns from 1 to 99, and `/`, and found \"0/2/k\"",
        ),
        (
            &pzpr::AKARI,
            "p?akari/2/100/k",
            "character 11: expected a number of rows from 1 to 99, and `/`, and found \"100/k\"",
        ),
        (
            &pzpr::AKARI,
            "p?akari/2/2",
            "character 12: expected a clue from 0 to 4 or a gap, and found its end",
        ),
        (
            &pzpr::AKARI,
            "p?akari/2/2/g",
            "character 14: expected a clue from 0 to 4 or a gap, and found its end",
        ),
        (
            &pzpr::AKARI,
            "p?akari/2/2/k",
            "character 13: expected a gap that ends with the grid, and found \"k\"",
        ),
        (&pzpr::AKARI, "p?akari/2/2/jf", "character 14: expected the end, and found \"f\""),
        (
            &pzpr::AKARI,
            "p?akari/2/2/1G",
            "character 14: expected a clue from 0 to 4 or a gap, and found \"G\"",
        ),
        (
            &pzpr::AKARI,
            "p?akari/2/2/ä",
            "character 13: expected a character of an address, and found \"ä\"",
        ),
        (
            &pzpr::SLITHERLINK,
            "p?slither/1/1/.",
            "character 15: expected a clue from 0 to 4 or a gap, and found \".\"",
        ),
        (
            &pzpr::NURIKABE,
            "p?nurikabe/1/1/-1x",
            "character 17: expected 2 hexadecimal digits, and found \"1x\"",
        ),
        (
            &pzpr::YAJILIN,
            "p?yajilin/1/1/02",
            "character 15: expected a clue with a direction or a gap, and found \"02\"",
        ),
        (
            &pzpr::HEYAWAKE,
            "p?heyawake/2/2/0",
            "character 17: expected walls, 0 to 9 or a to v, and found its end",
        ),
        (
            &pzpr::STAR_BATTLE,
            "p?starbattle/2/2/x/00",
            "character 18: expected a number and `/`, and found \"x/00\"",
        ),
    ] {
        let refused = genre.read(address).unwrap_err().to_string();
        assert_eq!(refused, format!("the address, {fault}"), "{address}");
    }
}

/// Returns a grid of tokens, most of them `.`.
fn tokens(
    size: (usize, usize),
    random: &mut Rng,
    token: impl Fn(&mut Rng) -> String,
) -> Grid<String> {
    let share = random.u8(1..6);
    Grid::from_fn(size.0, size.1, |_| {
        if random.u8(..share) == 0 { token(random) } else { ".".to_owned() }
    })
}

/// Returns a random instance of a known genre.
fn instance(genre: usize, random: &mut Rng) -> Draft {
    let (rows, columns) = (random.usize(1..=12), random.usize(1..=12));
    let size = (rows, columns);
    let number = |least, most| move |random: &mut Rng| random.u32(least..=most).to_string();
    let one_of = |signs: &'static [&str]| {
        move |random: &mut Rng| signs[random.usize(..signs.len())].to_owned()
    };
    let arrow = |random: &mut Rng| {
        let count = random.u8(..) >> random.u8(..6);
        format!("{count}{}", one_of(&["^", "v", "<", ">"])(random))
    };
    let key = KNOWN[genre].2;
    let regions = random_regions(rows, columns, random.usize(1..=rows * columns), random);
    // Regions are named in the order of their first cells.
    let names = Regions::from_labels(&regions);
    let regions =
        regions.map(|cell, _| Label::numbered(names.region_of(cell).expect("it has one")));
    let draft = Draft::new();
    match KNOWN[genre].1.split('/').next().expect("it has a name") {
        "slither" => draft.text(key, tokens(size, random, number(0, 3))),
        "masyu" => draft.text(key, tokens(size, random, one_of(&["w", "b"]))),
        "yajilin" if random.bool() => draft.text(key, tokens(size, random, arrow)),
        "yajilin" => draft.text(key, tokens(size, random, one_of(&["?", "0v", "15<", "16>"]))),
        "nurikabe" => draft
            .text(key, tokens(size, random, one_of(&["?", "1", "15", "16", "255", "256", "4095"]))),
        "fillomino" => draft.text(key, tokens(size, random, number(1, 300))),
        "hitori" => draft.text(key, tokens(size, random, number(0, 1295))),
        "akari" => draft.text(key, tokens(size, random, one_of(&["#", "0", "1", "2", "3", "4"]))),
        "lits" => draft.text(key, regions),
        "starbattle" => draft.number("stars", random.u8(..)).text(key, regions),
        _ => {
            let mut clues = Grid::filled(rows, columns, ".".to_owned());
            for (_, cells) in names.iter() {
                if random.bool() {
                    clues[cells[0]] = random.u8(..).to_string();
                }
            }
            draft.text("rooms", regions).text(key, clues)
        }
    }
}

#[test]
fn random_instances_read_back_as_they_were_written() {
    let mut random = Rng::with_seed(1);
    for (number, (genre, ..)) in KNOWN.iter().enumerate() {
        for _ in 0..300 {
            let draft = instance(number, &mut random);
            let address = genre.write(&draft).unwrap();
            assert_eq!(genre.read(&address).unwrap(), draft, "{address}\n{draft}");
        }
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut random = Rng::with_seed(2);
    for (genre, body, ..) in KNOWN {
        for _ in 0..2_000 {
            let mut address = format!("https://puzz.link/p?{body}").into_bytes();
            for _ in 0..random.usize(1..4) {
                let place = random.usize(20..address.len());
                address[place] = random.u8(32..127);
            }
            let address = String::from_utf8(address).expect("it is ASCII");
            if let Ok(draft) = genre.read(&address) {
                let again = genre.write(&draft).and_then(|address| genre.read(&address));
                assert_eq!(again.ok(), Some(draft), "{address}");
            }
        }
    }
}
