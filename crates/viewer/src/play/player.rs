//! Where the player is in the search, and what its keys do, apart from any terminal.

use std::time::Duration;

use protocol::Event;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::search::{Search, Step};

/// How long the whole search takes where nobody says how fast.
const WHOLE_SEARCH: f64 = 30.0;
/// Steps per second.
const SLOWEST: f64 = 0.1;
const FASTEST: f64 = 1000.0;
/// How much faster or slower at once.
const FASTER: f64 = 1.5;

/// What the user watches.
pub(super) struct Player<'s> {
    search: &'s Search,
    /// 0 is the unsolved board, before the first step.
    place: usize,
    playing: bool,
    /// Steps per second.
    speed: f64,
    /// The part of a step that has passed.
    passed: f64,
}

impl<'s> Player<'s> {
    /// At the beginning, running.
    pub(super) fn new(search: &'s Search, speed: Option<f64>) -> Self {
        let speed = speed.unwrap_or((search.steps.len() as f64 / WHOLE_SEARCH).clamp(1.0, 50.0));
        let speed = speed.clamp(SLOWEST, FASTEST);
        Self { search, place: 0, playing: true, speed, passed: 0.0 }
    }

    pub(super) fn search(&self) -> &'s Search {
        self.search
    }

    /// Returns the step that is shown; none for the unsolved board.
    pub(super) fn step(&self) -> Option<&'s Step> {
        self.search.steps.get(self.place.checked_sub(1)?)
    }

    pub(super) fn place(&self) -> usize {
        self.place
    }

    pub(super) fn is_playing(&self) -> bool {
        self.playing
    }

    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    fn last(&self) -> usize {
        self.search.steps.len()
    }

    /// Lets time pass. Says whether there is anything new to see.
    pub(super) fn pass(&mut self, time: Duration) -> bool {
        if !self.playing {
            return false;
        }
        self.passed += time.as_secs_f64() * self.speed;
        let steps = self.passed.floor();
        self.passed -= steps;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "time does not run backwards; more steps than fit lead to the last one"
        )]
        let ahead = steps as usize;
        self.place = self.place.saturating_add(ahead).min(self.last());
        self.playing = self.place < self.last();
        steps > 0.0
    }

    /// Does what a key stands for. False: the user wants to leave.
    pub(super) fn press(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('c') if is_control => return false,
            KeyCode::Char(' ') => self.toggle(),
            KeyCode::Right | KeyCode::Char('l') => self.go_to(self.place.saturating_add(1)),
            KeyCode::Left | KeyCode::Char('h') => self.go_to(self.place.saturating_sub(1)),
            KeyCode::Home | KeyCode::Char('g') => self.go_to(0),
            KeyCode::End | KeyCode::Char('G') => self.go_to(self.last()),
            KeyCode::Char('d') => self.go_on_to(Event::DeadEnd),
            KeyCode::Char('D') => self.go_back_to(Event::DeadEnd),
            KeyCode::Char('s') => self.go_on_to(Event::Solution),
            KeyCode::Char('S') => self.go_back_to(Event::Solution),
            KeyCode::Up | KeyCode::Char('+' | '=') => self.change_speed(FASTER),
            KeyCode::Down | KeyCode::Char('-') => self.change_speed(1.0 / FASTER),
            _ => {}
        }
        true
    }

    /// From the end, playing starts anew.
    fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.place == self.last() {
            self.place = 0;
        }
        self.passed = 0.0;
    }

    fn change_speed(&mut self, factor: f64) {
        self.speed = (self.speed * factor).clamp(SLOWEST, FASTEST);
    }

    /// Shows a step, and stays there.
    fn go_to(&mut self, place: usize) {
        self.place = place.min(self.last());
        self.playing = false;
    }

    fn go_on_to(&mut self, event: Event) {
        let later = self.search.steps.iter().enumerate().skip(self.place);
        self.go_to_found(later, event);
    }

    fn go_back_to(&mut self, event: Event) {
        let earlier = self.search.steps.iter().enumerate().take(self.place.saturating_sub(1));
        self.go_to_found(earlier.rev(), event);
    }

    /// Stays where there is no such step. In an explanation, hard steps stand for dead ends.
    fn go_to_found(&mut self, mut steps: impl Iterator<Item = (usize, &'s Step)>, event: Event) {
        let found = steps.find(|(_, step)| match (&step.told, event) {
            (Some(told), Event::DeadEnd) => !told.is_trivial,
            _ => step.event == event,
        });
        self.go_to(found.map_or(self.place, |(number, _)| number + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Try, try, dead end, try, solution, dead end.
    fn search() -> Search {
        let picture = r#"{"rows":1,"columns":1,"lines":true,"width":1,"height":1,"marks":[]}"#;
        let events = ["try", "try", "dead-end", "try", "solution", "dead-end"];
        let steps = events.iter().enumerate().map(|(number, event)| {
            format!(
                r#"{{"step":{number},"depth":1,"event":"{event}","nodes":1,"board":"","picture":{picture}}}"#
            )
        });
        let mut lines = vec![format!(r#"{{"puzzle":"p","instance":"","base":{picture}}}"#)];
        lines.extend(steps);
        lines.push(r#"{"steps":6,"kept":6,"complete":true}"#.to_owned());
        Search::read(lines.join("\n").as_bytes()).unwrap()
    }

    /// Returns where the player is after some keys.
    fn pressed(keys: &str) -> usize {
        let search = search();
        let mut player = Player::new(&search, None);
        for key in keys.chars() {
            assert!(player.press(KeyCode::Char(key).into()), "{key}");
        }
        player.place()
    }

    #[test]
    fn steps_go_forwards_and_back_and_stop_at_the_ends() {
        assert_eq!([pressed("h"), pressed("ll"), pressed("llh")], [0, 2, 1]);
        assert_eq!([pressed("G"), pressed("Gl"), pressed("Gg")], [6, 6, 0]);
    }

    #[test]
    fn jumps_find_the_next_dead_end_and_solution() {
        assert_eq!([pressed("d"), pressed("dd"), pressed("ddd")], [3, 6, 6]);
        assert_eq!([pressed("s"), pressed("ss"), pressed("sD"), pressed("GS")], [5, 5, 3, 5]);
        assert_eq!([pressed("GD"), pressed("GDD"), pressed("gD")], [3, 3, 0]);
    }

    #[test]
    fn it_plays_at_its_speed_to_the_end_and_stops() {
        let search = search();
        let mut player = Player::new(&search, Some(2.0));
        assert!(!player.pass(Duration::from_millis(400)));
        assert!(player.pass(Duration::from_millis(200)) && player.place() == 1);
        player.press(KeyCode::Char(' ').into());
        assert!(!player.pass(Duration::from_secs(9)) && player.place() == 1);
        player.press(KeyCode::Char(' ').into());
        assert!(player.pass(Duration::from_secs(9)) && player.place() == 6);
        assert!(!player.is_playing());
        player.press(KeyCode::Char(' ').into());
        assert_eq!((player.place(), player.is_playing()), (0, true), "it starts anew");
    }

    #[test]
    fn the_speed_stays_within_its_limits() {
        let search = search();
        let mut player = Player::new(&search, Some(f64::INFINITY));
        player.press(KeyCode::Char('+').into());
        assert!((player.speed() - FASTEST).abs() < 1e-9);
        for _ in 0..100 {
            player.press(KeyCode::Char('-').into());
        }
        assert!((player.speed() - SLOWEST).abs() < 1e-9);
    }

    #[test]
    fn leaving_has_three_keys() {
        let search = search();
        let mut player = Player::new(&search, None);
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(player.press(KeyCode::Char('c').into()));
        assert!(!player.press(control_c));
        assert!(!player.press(KeyCode::Char('q').into()) && !player.press(KeyCode::Esc.into()));
    }
}
