//! A search as an animated GIF.
//!
//! The pictures have few colours, so one palette serves all frames: the colours that cover most of
//! them stay as they are, and the shades along the edges of letters become their nearest
//! neighbours. Only what may have changed since the scene before is painted. A frame holds the
//! rectangle that changes, and what stays the same in it is left transparent.

use std::collections::HashMap;

use anyhow::{Context, Result};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use picture::{Extent, Ink, Picture};
use protocol::Event;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::pixels::{Painter, Part, paint_part};
use crate::parallel::on_all_cores;
use crate::places::Places;
use crate::search::{Marking, Search, Step};

/// A picture, and for how long it is shown.
pub(super) struct Scene {
    picture: Picture,
    /// In hundredths of a second, the unit of the format.
    delay: u16,
}

/// How long the whole search takes, the pauses apart.
const SEARCHING: u16 = 1200;
/// The shortest and the longest time of a step: browsers slow shorter ones down.
const SHORTEST: u16 = 6;
const LONGEST: u16 = 60;
/// The unsolved board, and a solution on the way.
const PAUSE: u16 = 100;
/// The last frame.
const LAST_PAUSE: u16 = 400;

/// Returns the unsolved board, the steps, and finally the solution again, if there is one: the
/// steps after it only prove that there is no other.
pub(super) fn scenes(search: &Search) -> Vec<Scene> {
    let steps = u16::try_from(search.steps.len()).unwrap_or(u16::MAX);
    let step_delay = (SEARCHING / steps.max(1)).clamp(SHORTEST, LONGEST);
    let mut scenes = vec![Scene { picture: search.base.clone(), delay: PAUSE }];
    let tells_why = search.steps.iter().any(|step| step.why.is_some());
    for (place, step) in search.steps.iter().enumerate() {
        let is_solution = step.event == Event::Solution;
        let delay = if is_solution { PAUSE } else { step_delay };
        let mut picture = search.frame(place, Marking::Outline);
        if tells_why {
            caption(&mut picture, &search.base, step);
        }
        scenes.push(Scene { picture, delay });
    }
    let solution = search.steps.iter().rposition(|step| step.event == Event::Solution);
    scenes.extend(solution.map(|place| Scene { picture: search.picture(place), delay: 0 }));
    if let Some(last) = scenes.last_mut() {
        last.delay = LAST_PAUSE;
    }
    scenes
}

/// Height of the letters below the board, in cells, where all fit beside each other.
const CAPTION: f64 = 0.42;

/// Says below the board why it is a dead end.
fn caption(picture: &mut Picture, base: &Picture, step: &Step) {
    let Some(why) = &step.why else { return };
    let (bounds, letters) = (base.bounds(), why.chars().count().max(1) as f64);
    let width = bounds.right - bounds.left;
    // A letter is about six tenths as wide as it is high.
    let size = CAPTION.min(width / (0.64 * letters));
    let middle = f64::midpoint(bounds.left, bounds.right);
    picture.text_at(middle, bounds.bottom + CAPTION, size, why, Ink::Warning);
}

/// A pixel and a half for each unit of the SVG; less for large boards. One that is higher than wide
/// may have as many pixels as a square of this side.
const SCALE: f32 = 1.5;
const MOST_PIXELS: f32 = 600.0;

/// Returns the animation, endlessly repeated, as the bytes of a file.
pub(super) fn encode(mut scenes: Vec<Scene>, width: Option<u32>) -> Result<Vec<u8>> {
    let patches = paint(&mut scenes, width)?;
    let Part { width, height, .. } = patches[0].part;
    let palette = Palette::of(&patches);

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, side(width)?, side(height)?, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let compressed = on_all_cores(&frames(&scenes, &patches, &palette), |frame| {
        let mut frame = frame.clone();
        frame.make_lzw_pre_encoded();
        frame
    });
    for frame in compressed {
        encoder.write_lzw_pre_encoded_frame(&frame)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// What a scene shows that may differ from the scene before, or all of the first one.
struct Patch {
    part: Part,
    colours: Vec<Colour>,
    /// Pixels that follow each other: the place of their colour, and how many they are.
    runs: Vec<(usize, usize)>,
}

impl Patch {
    /// Returns a patch with the pixels of an image, which are opaque.
    fn of(part: Part, image: &Pixmap) -> Self {
        let mut colours = Places::default();
        let run = |run: &[PremultipliedColorU8]| {
            (colours.of(&[run[0].red(), run[0].green(), run[0].blue()]), run.len())
        };
        let runs = image.pixels().chunk_by(PartialEq::eq).map(run).collect();
        Self { part, colours: colours.all, runs }
    }
}

/// Paints the scenes, all in the room of the largest one: a patch for each.
fn paint(scenes: &mut [Scene], width: Option<u32>) -> Result<Vec<Patch>> {
    let mut room = Picture::canvas(0.0, 0.0);
    for scene in &*scenes {
        room.make_room_for(&scene.picture);
    }
    for scene in &mut *scenes {
        scene.picture.make_room_for(&room);
    }
    let painter = Painter::new();
    let first = scenes.first().context("there is nothing to show")?;
    let tree = painter.read(&first.picture.to_svg())?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = match width {
        Some(width) => width as f32 / wide,
        None => SCALE.min(MOST_PIXELS / wide.max((wide * high).sqrt())),
    };
    let whole = Part::whole(&tree, scale);
    let first = Patch::of(whole, &paint_part(&tree, scale, whole)?);
    let pairs: Vec<_> = scenes.windows(2).collect();
    let patches = on_all_cores(&pairs, |pair| {
        let (before, now) = (&pair[0].picture, &pair[1].picture);
        // A pixel at least: it may be as it was.
        let nothing = Extent { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        let area = now.changed_area(before).unwrap_or(nothing);
        let part = whole.within(area, room.extent());
        let tree = painter.read(&now.seen_in(area).to_svg())?;
        Ok(Patch::of(part, &paint_part(&tree, scale, part)?))
    });
    [Ok(first)].into_iter().chain(patches).collect()
}

/// Returns the frames. A scene without a change prolongs the frame before it.
fn frames(scenes: &[Scene], patches: &[Patch], palette: &Palette) -> Vec<Frame<'static>> {
    let Part { width, height, .. } = patches[0].part;
    let mut frames: Vec<Frame> = Vec::new();
    let mut shown = vec![TRANSPARENT; width as usize * height as usize];
    let indices = on_all_cores(patches, |patch| palette.indices(patch));
    for ((Scene { delay, .. }, patch), indices) in scenes.iter().zip(patches).zip(indices) {
        match (changed(&mut shown, width as usize, patch.part, indices), frames.last_mut()) {
            (Some(frame), _) => frames.push(Frame { delay: *delay, ..frame }),
            (None, Some(before)) => before.delay = before.delay.saturating_add(*delay),
            (None, None) => {}
        }
    }
    frames
}

/// Returns the length of a side of an image; an error if it is too long for the format.
fn side(pixels: u32) -> Result<u16> {
    u16::try_from(pixels).context("the picture is too large for an animation")
}

/// Shows a part of the image, and returns the frame of what changes by that, in the least
/// rectangle; `None` where nothing does.
fn changed(
    shown: &mut [u8],
    width: usize,
    part: Part,
    mut indices: Vec<u8>,
) -> Option<Frame<'static>> {
    let Part { left, top, width: columns, .. } = part;
    let (mut first, mut last) = ((u32::MAX, u32::MAX), (0, 0));
    for (y, row) in (top..).zip(indices.chunks_mut(columns as usize)) {
        let start = y as usize * width + left as usize;
        for ((x, shown), pixel) in (left..).zip(&mut shown[start..]).zip(row) {
            if *shown == *pixel {
                *pixel = TRANSPARENT;
            } else {
                *shown = *pixel;
                first = (first.0.min(x), first.1.min(y));
                last = (last.0.max(x), last.1.max(y));
            }
        }
    }
    let pixels = |number| u16::try_from(number).expect("an image is as small as the format asks");
    if first.0 > last.0 {
        return None;
    }
    let rows = indices.chunks(columns as usize);
    let rows = rows.skip((first.1 - top) as usize).take((last.1 - first.1 + 1) as usize);
    let across = (first.0 - left) as usize..=(last.0 - left) as usize;
    let (columns, lines) = (pixels(last.0 - first.0 + 1), pixels(last.1 - first.1 + 1));
    let changed: Vec<u8> = rows.flat_map(|row| &row[across.clone()]).copied().collect();
    let frame = Frame::from_indexed_pixels(columns, lines, changed, Some(TRANSPARENT));
    Some(Frame {
        left: pixels(first.0),
        top: pixels(first.1),
        dispose: DisposalMethod::Keep,
        ..frame
    })
}

type Colour = [u8; 3];

/// The index that means: as before. The palette's colours come before it.
const TRANSPARENT: u8 = 255;

/// The colours of all frames.
struct Palette {
    colours: Vec<Colour>,
    /// The place of the nearest colour, for each that occurs.
    nearest: HashMap<Colour, u8>,
}

impl Palette {
    fn of(patches: &[Patch]) -> Self {
        let mut counts: HashMap<Colour, usize> = HashMap::new();
        for patch in patches {
            let mut lengths = vec![0; patch.colours.len()];
            patch.runs.iter().for_each(|&(place, length)| lengths[place] += length);
            for (&colour, length) in patch.colours.iter().zip(lengths) {
                *counts.entry(colour).or_default() += length;
            }
        }
        let mut by_count: Vec<(Colour, usize)> = counts.into_iter().collect();
        by_count.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<Colour> =
            by_count.iter().take(usize::from(TRANSPARENT)).map(|&(colour, _)| colour).collect();
        let nearest = by_count.iter().map(|&(colour, _)| (colour, nearest(&colours, colour)));
        let nearest = nearest.collect();
        Self { colours, nearest }
    }

    /// Returns the bytes of the format.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// Returns the pixels of a patch.
    fn indices(&self, patch: &Patch) -> Vec<u8> {
        let nearest: Vec<u8> = patch.colours.iter().map(|colour| self.nearest[colour]).collect();
        let mut indices = Vec::new();
        for &(place, length) in &patch.runs {
            indices.resize(indices.len() + length, nearest[place]);
        }
        indices
    }
}

fn nearest(colours: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        let parts = other.iter().zip(colour);
        parts.map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let nearest = (0..=u8::MAX).zip(colours).min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid_utils::Cell;

    #[test]
    fn scenes_that_are_painted_in_parts_look_as_painted_whole() {
        let mut first = Picture::grid(6, 7);
        first.path(&[Cell::new(1, 1), Cell::new(4, 5)], Ink::Accent).label_left(2, "12");
        let mut second = first.clone();
        second.text(Cell::new(4, 4), "8", Ink::Found).circle(2.5, 1.5, 0.4, Ink::Text, None);
        let mut third = second.clone();
        third.borders(|one, _| one.row == 3).erase([Cell::new(4, 4)]);
        let scene = |picture: &Picture| Scene { picture: picture.clone(), delay: 1 };
        let all = [&first, &second, &third];
        let parts = paint(&mut all.map(scene), None).unwrap();
        let Part { width, height, .. } = parts[0].part;
        assert!(parts[1].part.width < width && parts[2].part.height < height);
        let mut shown = vec![[0; 3]; (width * height) as usize];
        for (picture, Patch { part, colours, runs }) in all.iter().zip(&parts) {
            let pixels = runs.iter().flat_map(|&(place, length)| vec![colours[place]; length]);
            for (place, colour) in (0..).zip(pixels) {
                let (x, y) = (part.left + place % part.width, part.top + place / part.width);
                shown[(y * width + x) as usize] = colour;
            }
            let whole = &paint(&mut [scene(picture)], None).unwrap()[0];
            let pixels = whole.runs.iter();
            let pixels = pixels.flat_map(|&(place, length)| vec![whole.colours[place]; length]);
            assert!(pixels.eq(shown.iter().copied()));
        }
    }
}
