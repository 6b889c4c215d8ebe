//! The fields of a problem and their names.

/// A field of the problem file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Id,
    Author,
    Source,
    Award,
    Comment,
    Keywords,
    Men,
    Fen,
    White,
    Black,
    Letters,
    Turn,
    Stipulation,
    Start,
    Convention,
    Options,
    Histories,
    Facts,
    Twins,
    Solution,
    Data,
}

impl Field {
    /// Every name, English then German, in the form of [`super::keyword::folded`].
    pub const NAMES: [(&'static str, Field); 41] = [
        ("id", Field::Id),
        ("author", Field::Author),
        ("source", Field::Source),
        ("award", Field::Award),
        ("comment", Field::Comment),
        ("keywords", Field::Keywords),
        ("men", Field::Men),
        ("fen", Field::Fen),
        ("white", Field::White),
        ("black", Field::Black),
        ("letters", Field::Letters),
        ("turn", Field::Turn),
        ("stipulation", Field::Stipulation),
        ("start", Field::Start),
        ("convention", Field::Convention),
        ("options", Field::Options),
        ("histories", Field::Histories),
        ("facts", Field::Facts),
        ("twins", Field::Twins),
        ("solution", Field::Solution),
        ("data", Field::Data),
        ("kennung", Field::Id),
        ("autor", Field::Author),
        ("quelle", Field::Source),
        ("auszeichnung", Field::Award),
        ("bemerkung", Field::Comment),
        ("schlagworte", Field::Keywords),
        ("steine", Field::Men),
        ("weiss", Field::White),
        ("schwarz", Field::Black),
        ("buchstaben", Field::Letters),
        ("anzug", Field::Turn),
        ("forderung", Field::Stipulation),
        ("anfang", Field::Start),
        ("konvention", Field::Convention),
        ("optionen", Field::Options),
        ("vorgeschichten", Field::Histories),
        ("tatsachen", Field::Facts),
        ("zwillinge", Field::Twins),
        ("loesung", Field::Solution),
        ("angaben", Field::Data),
    ];

    /// Words of other formats and of everyday use, folded, and the name that is meant.
    pub const SYNONYMS: [(&'static str, &'static str); 14] = [
        ("position", "fen"),
        ("diagram", "fen"),
        ("diagramm", "fen"),
        ("stellung", "fen"),
        ("title", "id"),
        ("titel", "id"),
        ("composer", "author"),
        ("verfasser", "Autor"),
        ("komponist", "Autor"),
        ("condition", "convention"),
        ("bedingung", "Konvention"),
        ("am-zug", "Anzug"),
        ("to-move", "turn"),
        ("kommentar", "Bemerkung"),
    ];

    /// The field of a folded name.
    pub fn named(name: &str) -> Option<Field> {
        Field::NAMES
            .iter()
            .find(|&&(known, _)| known == name)
            .map(|&(_, field)| field)
    }
}
