//! When a problem was published, as far as it is known.

use crate::problem::{Problem, named};

/// Year, month and day; whoever knows a day knows its month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub year: u32,
    pub month: Option<u32>,
    pub day: Option<u32>,
}

impl Date {
    /// As a tag of PGN has it: `2009.02.??`.
    pub fn in_pgn(self) -> String {
        let two = |part: Option<u32>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        format!("{:04}.{}.{}", self.year, two(self.month), two(self.day))
    }

    fn new(year: u32, month: Option<u32>, day: Option<u32>) -> Option<Date> {
        let month = month.filter(|month| (1..=12).contains(month));
        let day = day.filter(|day| month.is_some() && (1..=31).contains(day));
        (1000..2200)
            .contains(&year)
            .then_some(Date { year, month, day })
    }

    /// `1962`, `1962-12-02`, `1962-12`, `2/2009`, `21/2/1965`, `1962.12.02`; of `1965-1967` nothing is certain.
    fn read(text: &str) -> Option<Date> {
        let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
        let number = |part: &str| {
            let plain =
                !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse::<u32>().ok()).flatten()
        };
        let numbers: Option<Vec<u32>> = parts.iter().map(|part| number(part)).collect();
        let long = |place: usize| parts.get(place).is_some_and(|part| part.len() == 4);
        match numbers?[..] {
            [year] if long(0) => Date::new(year, None, None),
            [year, month] if long(0) && !long(1) => Date::new(year, Some(month), None),
            [year, month, day] if long(0) => Date::new(year, Some(month), Some(day)),
            [month, year] if long(1) && !long(0) => Date::new(year, Some(month), None),
            [day, month, year] if long(2) => Date::new(year, Some(month), Some(day)),
            _ => None,
        }
    }
}

/// The date a data base tells, else the one in the text of the source.
pub(super) fn date(problem: &Problem) -> Option<Date> {
    let told = named(&problem.data, "source")
        .and_then(|source| source.get("date"))
        .or_else(|| named(&problem.data, "date"));
    if let Some(told) = told {
        if let Some(text) = told.text() {
            return Date::read(text);
        }
        let part = |name: &str| told.text_of(name).and_then(|part| part.parse().ok());
        return Date::new(part("year")?, part("month"), part("day"));
    }
    let source = problem.source.as_deref()?;
    let words = source.split([',', ';', ' ', '(', ')']);
    words
        .rev()
        .find_map(|word| Date::read(word.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_people_write_them() {
        for (text, tag) in [
            ("1962", Some("1962.??.??")),
            ("1962-12-02", Some("1962.12.02")),
            ("2/2009", Some("2009.02.??")),
            ("21/2/1965", Some("1965.02.21")),
            ("1965-1967", None),
            ("13/2009", Some("2009.??.??")),
            ("7100", None),
            ("01-02", None),
            ("P0503", None),
        ] {
            assert_eq!(Date::read(text).map(Date::in_pgn).as_deref(), tag, "{text}");
        }
    }
}
