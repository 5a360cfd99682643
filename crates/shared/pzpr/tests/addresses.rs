//! Addresses of every kind of genre, read and written: random instances, and random texts. What the
//! editors themselves write is in `addresses.tsv`, which the tests of programs read.

use grid_puzzles::{Label, random_regions};
use grid_utils::{Cell, Grid, Regions};
use puzzle::{Addresses, Draft, Rng};
use pzpr::{Genre, Part};

static SLITHERLINK: Genre = Genre::of(&[Part::Cells("clues", &pzpr::SIDES)]);
static MASYU: Genre = Genre::of(&[Part::Cells("pearls", &pzpr::PEARLS)]);
static YAJILIN: Genre = Genre::of(&[Part::Cells("clues", &pzpr::ARROWS)]);
static NURIKABE: Genre = Genre::of(&[Part::Cells("clues", &pzpr::ISLANDS)]);
static HEYAWAKE: Genre = Genre::of(&[Part::Rooms("rooms", "clues")]);
static HITORI: Genre = Genre::of(&[Part::Cells("numbers", &pzpr::DIGITS)]);
static LITS: Genre = Genre::of(&[Part::Regions("regions")]);
static FILLOMINO: Genre = Genre::of(&[Part::Cells("givens", &pzpr::NUMBERS), Part::Walls("walls")]);
static AKARI: Genre = Genre::of(&[Part::Cells("clues", &pzpr::BLACK_CELLS)]);
static STAR_BATTLE: Genre = Genre::of(&[Part::Number("stars", 1), Part::Regions("regions")]);

/// Known addresses, each with the first row of a grid of the instance.
const KNOWN: [(&Genre, &str, &str, &str); 10] = [
    (&SLITHERLINK, "slither/4/4/dgdh2c71", "clues", "3 . . ."),
    (&MASYU, "masyu/10/10/0600003i06b1300600000a30600i090330", "pearls", ". . . . b . . . . ."),
    (&YAJILIN, "yajilin/10/10/w32a41b21a21l22e30m21a12b11r20d30g", "clues", ". . . . . . . . . ."),
    (&NURIKABE, "nurikabe/7/7/h3r2i5k4v2h3h3", "clues", ". . 3 . . . ."),
    (&HEYAWAKE, "heyawake/6/6/aa66aapv0fu0g2i3k", "clues", ". . 2 . . ."),
    (&HITORI, "hitori/6/5/111.45.2..453.3.1..2....3.3.1./", "numbers", "1 1 1 . 4 5"),
    (&LITS, "lits/10/10/08p0i3jbhmjg5j5ik048rgtr8q1e5gkf9hnu", "regions", "A A A A A A A B B B"),
    (&FILLOMINO, "fillomino/5/5/g1k34g2h5h4n", "givens", ". 1 . . ."),
    (&AKARI, "akari/10/10/hcscl.h.idn.i.cgcndg.h.ncs.h", "clues", ". . 2 . . . . . . ."),
    (&STAR_BATTLE, "starbattle/6/6/1/2u9gn9c9jpmk", "regions", "A A A A B B"),
];

fn text(draft: &Draft, key: &str) -> String {
    draft.table()[key].as_str().expect("it is a grid").to_owned()
}

/// Returns the name of a genre in the address, as a manifest lists it.
fn names(body: &str) -> [String; 1] {
    [body.split('/').next().expect("it has a name").to_owned()]
}

#[test]
fn known_addresses_read_back_as_they_were_written() {
    for (genre, body, key, row) in KNOWN {
        let address = format!("https://puzz.link/p?{body}");
        let draft = genre.read(&names(body), &address).unwrap();
        assert_eq!(text(&draft, key).lines().next(), Some(row), "{body}");
        assert_eq!(genre.write(&names(body), &draft).unwrap(), address);
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
        "fillomino" => {
            let draft = draft.text(key, tokens(size, random, number(1, 300)));
            let beside = (1..columns).filter(|_| random.bool()).map(|column| {
                let [one, other] = [column - 1, column].map(|column| Cell::new(rows - 1, column));
                toml::Value::from(format!("{one} {other}"))
            });
            let walls: Vec<toml::Value> = beside.collect();
            if walls.is_empty() { draft } else { draft.value("walls", walls) }
        }
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
fn grids_may_lack_spaces() {
    for (genre, body, keys) in [
        (&SLITHERLINK, "slither/3/2/768", &[("clues", "2.1\n.3.")][..]),
        (&MASYU, "masyu/3/2/6i", &[("pearls", ".b.\nb..")][..]),
        (&LITS, "lits/4/2/a08", &[("regions", "AABB\nABBB")][..]),
        (&HEYAWAKE, "heyawake/3/2/k0g3", &[("rooms", "ABB\nABB"), ("clues", ".3.\n...")][..]),
    ] {
        let draft = keys.iter().fold(Draft::new(), |draft, (key, grid)| draft.text(key, grid));
        let address = format!("https://puzz.link/p?{body}");
        assert_eq!(genre.write(&names(body), &draft).unwrap(), address);
    }
}

#[test]
fn random_instances_read_back_as_they_were_written() {
    let mut random = Rng::with_seed(1);
    for (number, (genre, body, ..)) in KNOWN.iter().enumerate() {
        let names = names(body);
        for _ in 0..300 {
            let draft = instance(number, &mut random);
            let address = genre.write(&names, &draft).unwrap();
            assert!(!address.ends_with('.'), "{address}");
            assert_eq!(genre.read(&names, &address).unwrap(), draft, "{address}\n{draft}");
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
            let names = names(body);
            if let Ok(draft) = genre.read(&names, &address) {
                let again = genre.write(&names, &draft);
                let again = again.and_then(|address| genre.read(&names, &address));
                assert_eq!(again.ok(), Some(draft), "{address}");
            }
        }
    }
}

#[test]
fn no_file_makes_a_reader_panic() {
    let files = [
        (&HEYAWAKE, "heyawake", "pzprv3\nheyawake\n2\n3\n2\n0 1 1 \n0 1 1 \n. 3 . \n. . . \n"),
        (&HEYAWAKE, "heyawake", "2\n3\n2\n0 0 1 0 \n0 1 1 2 3\n"),
        (&HEYAWAKE, "heyawake", "http://a.b/heyawake.html?heyawake=3x2/1x2/3in2x2"),
        (&FILLOMINO, "fillomino", "pzprv3\nfillomino\n1\n2\n- 2 \n. . \nX \n"),
        (&YAJILIN, "yajilin", "pzprv3\nyajilin\n1\n3\n3,1 . 0,- \n"),
        (&STAR_BATTLE, "starbattle", "pzprv3\nstarbattle\n2\n2\n1\n2\n0 0 \n1 1 \n"),
        (
            &SLITHERLINK,
            "slither",
            "<puzzle type=\"slither\"><size row=\"2\" col=\"2\"/><board><brow row=\"1\"><n3/><z/></brow>\
             <number r=\"2\" c=\"2\" n=\"1\"/><area r0=\"1\" c0=\"1\" r1=\"2\" c1=\"2\" n=\"1\"/></board></puzzle>",
        ),
    ];
    let mut random = Rng::with_seed(3);
    for (genre, name, file) in files {
        for _ in 0..2_000 {
            let mut file = file.as_bytes().to_vec();
            for _ in 0..random.usize(1..4) {
                let place = random.usize(..file.len());
                file[place] = *b"09-1/ \nx.<\"".get(random.usize(..11)).expect("there are eleven");
            }
            let file = String::from_utf8(file).expect("it is ASCII");
            let _ = genre.read(&[name.to_owned()], &file);
        }
    }
}
