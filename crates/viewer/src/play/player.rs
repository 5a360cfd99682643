//! Where the player is in the search, and what its keys do, apart from any terminal.

use std::time::Duration;

use protocol::{Event, Told};
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
    pub(super) search: &'s Search,
    /// 0 is the unsolved board, before the first step.
    pub(super) place: usize,
    pub(super) is_playing: bool,
    /// Steps per second.
    pub(super) speed: f64,
    /// The part of a step that has passed.
    passed: f64,
}

impl<'s> Player<'s> {
    /// Creates a player at the beginning, running.
    pub(super) fn new(search: &'s Search, speed: Option<f64>) -> Self {
        let speed = speed.unwrap_or((search.steps.len() as f64 / WHOLE_SEARCH).clamp(1.0, 50.0));
        let speed = speed.clamp(SLOWEST, FASTEST);
        Self { search, place: 0, is_playing: true, speed, passed: 0.0 }
    }

    /// Returns the step that is shown; `None` for the unsolved board.
    pub(super) fn step(&self) -> Option<&'s Step> {
        self.search.steps.get(self.place.checked_sub(1)?)
    }

    fn last(&self) -> usize {
        self.search.steps.len()
    }

    /// Lets time pass. Says whether there is anything new to see.
    pub(super) fn pass(&mut self, time: Duration) -> bool {
        if !self.is_playing {
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
        self.is_playing = self.place < self.last();
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
            KeyCode::Char('d') => self.go_on_to(|step| step.event == Event::DeadEnd),
            KeyCode::Char('D') => self.go_back_to(|step| step.event == Event::DeadEnd),
            KeyCode::Char('s') => self.go_on_to(|step| step.event == Event::Solution),
            KeyCode::Char('S') => self.go_back_to(|step| step.event == Event::Solution),
            KeyCode::Char('n') => self.go_on_to(is_hard),
            KeyCode::Char('N') => self.go_back_to(is_hard),
            KeyCode::Up | KeyCode::Char('+' | '=') => self.change_speed(FASTER),
            KeyCode::Down | KeyCode::Char('-') => self.change_speed(1.0 / FASTER),
            _ => {}
        }
        true
    }

    /// Starts or stops playing; at the end, starts from the beginning.
    fn toggle(&mut self) {
        self.is_playing = !self.is_playing;
        if self.is_playing && self.place == self.last() {
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
        self.is_playing = false;
    }

    fn go_on_to(&mut self, is_wanted: impl Fn(&Step) -> bool) {
        let later = self.search.steps[self.place..].iter().position(is_wanted);
        // It stays where there is no such step.
        self.go_to(later.map_or(self.place, |ahead| self.place + ahead + 1));
    }

    fn go_back_to(&mut self, is_wanted: impl Fn(&Step) -> bool) {
        let earlier = &self.search.steps[..self.place.saturating_sub(1)];
        self.go_to(earlier.iter().rposition(is_wanted).map_or(self.place, |place| place + 1));
    }
}

/// Returns whether a step of an explanation is hard for people.
fn is_hard(step: &Step) -> bool {
    step.told.as_ref().is_some_and(Told::is_hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a search: try, try, dead end, try, solution, dead end.
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

    /// Returns the place of the player after some keys.
    fn pressed(keys: &str) -> usize {
        let search = search();
        let mut player = Player::new(&search, None);
        for key in keys.chars() {
            assert!(player.press(KeyCode::Char(key).into()), "{key}");
        }
        player.place
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
    fn a_jump_finds_the_next_hard_step() {
        let mut search = search();
        for (step, cost) in search.steps.iter_mut().zip([1, 8, 2, 30]) {
            let told = r#"{"cells":[],"facts":[],"groups":[],"because":[],"chain":[]}"#;
            step.told = Some(Told { cost, ..serde_json::from_str(told).unwrap() });
        }
        let places = ["n", "nn", "nnn", "GN", "nnN"].map(|keys| {
            let mut player = Player::new(&search, None);
            keys.chars().for_each(|key| assert!(player.press(KeyCode::Char(key).into())));
            player.place
        });
        assert_eq!(places, [2, 4, 4, 4, 2]);
    }

    #[test]
    fn it_plays_at_its_speed_to_the_end_and_stops() {
        let search = search();
        let mut player = Player::new(&search, Some(2.0));
        assert!(!player.pass(Duration::from_millis(400)));
        assert!(player.pass(Duration::from_millis(200)) && player.place == 1);
        player.press(KeyCode::Char(' ').into());
        assert!(!player.pass(Duration::from_secs(9)) && player.place == 1);
        player.press(KeyCode::Char(' ').into());
        assert!(player.pass(Duration::from_secs(9)) && player.place == 6);
        assert!(!player.is_playing);
        player.press(KeyCode::Char(' ').into());
        assert_eq!((player.place, player.is_playing), (0, true), "it starts anew");
    }

    #[test]
    fn the_speed_stays_within_its_limits() {
        let search = search();
        let mut player = Player::new(&search, Some(f64::INFINITY));
        player.press(KeyCode::Char('+').into());
        assert!((player.speed - FASTEST).abs() < 1e-9);
        for _ in 0..100 {
            player.press(KeyCode::Char('-').into());
        }
        assert!((player.speed - SLOWEST).abs() < 1e-9);
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
