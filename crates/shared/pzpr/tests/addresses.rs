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
static SUDOKU: Genre = Genre::of(&[Part::Cells("givens", &pzpr::NUMBERS)]).with_square_files();
static KAKURO: Genre = Genre::of(&[Part::Sums("clues")]);
static NONOGRAM: Genre = Genre::of(&[Part::Blocks("columns", "rows")]);
static SKYSCRAPERS: Genre = Genre::of(&[Part::Border(
    &["top", "bottom", "left", "right"],
    "givens",
    &pzpr::MARKED_NUMBERS,
)]);
static TENTS: Genre = Genre::of(&[Part::Border(&["columns", "rows"], "trees", &pzpr::TREES)]);

/// Known addresses, each with the first row of a grid of the instance.
const KNOWN: [(&Genre, &str, &str, &str); 15] = [
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
    (&SUDOKU, "sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k", "givens", ". . . . . 8 . 1 ."),
    (&KAKURO, "kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG", "clues", r"# # 29\ 14\ # 22\ 3\"),
    (
        &NONOGRAM,
        "nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h",
        "columns",
        "[[1, 3], [2, 1], [1, 3], [1, 1, 1], [2], [5]]",
    ),
    (&SKYSCRAPERS, "skyscrapers/4/4/1h23i1h34ih2h1j1h2h", "left", "1 . . 3"),
    (&TENTS, "tents/5/5/2g0h1i1j82323", "trees", ". . T . ."),
];

fn text(draft: &Draft, key: &str) -> String {
    let value = &draft.table()[key];
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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
        "sudoku" => draft.text(key, tokens(size, random, number(0, 300))),
        "kakuro" => draft.text(key, sums((rows + 1, columns + 1), random)),
        "nonogram" => {
            let mut list = |room: usize| -> Vec<i64> {
                (0..random.usize(..=room)).map(|_| random.i64(1..300)).collect()
            };
            let mut lists = |lines: usize, length: usize| -> Vec<Vec<i64>> {
                (0..lines).map(|_| list(length.div_ceil(2))).collect()
            };
            draft.value("columns", lists(columns, rows)).value("rows", lists(rows, columns))
        }
        "skyscrapers" | "tents" => {
            let mut line = |length| tokens((1, length), random, number(0, 255)).to_string();
            let [one, other] = [(); 2].map(|()| (line(columns), line(rows)));
            if key == "trees" {
                let trees = tokens(size, random, one_of(&["T"]));
                return draft.text("columns", one.0).text("rows", one.1).text(key, trees);
            }
            let draft = draft.text("top", one.0).text("bottom", other.0);
            let draft = draft.text("left", one.1).text("right", other.1);
            draft.text("givens", tokens(size, random, number(0, 300)))
        }
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

/// Returns random black cells, with sums where there are white cells below or beside them.
fn sums((rows, columns): (usize, usize), random: &mut Rng) -> Grid<String> {
    let is_first = |cell: Cell| cell.row == 0 || cell.column == 0;
    let white = Grid::from_fn(rows, columns, |cell| !is_first(cell) && random.bool());
    white.map(|cell, is_white| {
        let mut sum = |step: (usize, usize)| {
            let next = Cell::new(cell.row + step.0, cell.column + step.1);
            let has_run = white.get(next).is_some_and(|&is_white| is_white);
            if has_run && random.bool() { random.u8(1..=45).to_string() } else { String::new() }
        };
        match (sum((1, 0)), sum((0, 1))) {
            _ if *is_white => ".".to_owned(),
            (down, across) if down.len() + across.len() == 0 => "#".to_owned(),
            (down, across) => format!(r"{down}\{across}"),
        }
    })
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
        (&SUDOKU, "sudoku", "pzprv3\nsudoku\n2\n1 . \n. - \n. 2 \n. . \n"),
        (&KAKURO, "kakuro", "pzprv3\nkakuro\n1\n2\n0 3 -1 \n4 . 1,2 \n1 . \n"),
        (&KAKURO, "kakuro", "http://a.b/kakuro.html?problem=2/3/0_1_0_3/1_0_4_0//"),
        (&NONOGRAM, "nonogram", "pzprv3\nnonogram\n1\n2\n. 1 c1 \n2 # # \n"),
        (&SKYSCRAPERS, "skyscrapers", "pzprv3\nskyscrapers\n1\n1\n. 1 . \n. q1 1 \n. . . \n"),
        (&TENTS, "tents", "pzprv3\ntents\n1\n2\n. 1 . \n1 A 1 \n0 \n"),
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
