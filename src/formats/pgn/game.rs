//! A game as its reader finds it: tags, and a tree of moves as written.

use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

/// A game.
#[derive(Debug, Default)]
pub(super) struct Game {
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub head: String,
    pub nodes: Vec<Node>,
    /// First moves.
    pub roots: Vec<usize>,
    /// How many moves were understood.
    pub moves: usize,
    /// The last move of the line that is read.
    last: Option<usize>,
    /// The last moves of the lines that go on behind open variations.
    open: Vec<Option<usize>>,
    partial: String,
}

/// A move.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub text: String,
    pub mark: &'static str,
    pub comment: String,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
}

impl Game {
    /// The first game of a text.
    pub fn read(text: &str) -> Option<Game> {
        let mut reader = Reader::new(text.as_bytes());
        reader.read_game(&mut Builder).ok().flatten()
    }

    /// The value of a tag, if it says something.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.trim())
            .filter(|value| !value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' ')))
    }

    fn note(&mut self, comment: &str) {
        match self.last {
            Some(last) => {
                let node = &mut self.nodes[last];
                if !node.comment.is_empty() {
                    node.comment.push(' ');
                }
                node.comment.push_str(comment.trim());
            }
            None => self.head.push_str(comment),
        }
    }
}

struct Builder;

impl Visitor for Builder {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        game.tags.push((
            String::from_utf8_lossy(name).into_owned(),
            value.decode_utf8_lossy().into_owned(),
        ));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        let id = game.nodes.len();
        game.moves += 1;
        game.nodes.push(Node {
            text: san.to_string(),
            parent: game.last,
            ..Node::default()
        });
        match game.last {
            Some(last) => game.nodes[last].children.push(id),
            None => game.roots.push(id),
        }
        game.last = Some(id);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Game, nag: Nag) -> ControlFlow<Game> {
        let mark = match nag.0 {
            1 => "!",
            2 => "?",
            3 => "!!",
            4 => "??",
            5 => "!?",
            6 => "?!",
            _ => "",
        };
        if let Some(last) = game.last
            && !mark.is_empty()
        {
            game.nodes[last].mark = mark;
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        game.partial.push_str(&String::from_utf8_lossy(comment.0));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        let mut text = std::mem::take(&mut game.partial);
        text.push_str(&String::from_utf8_lossy(comment.0));
        game.note(&text);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Game) -> ControlFlow<Game, Skip> {
        // A variation replaces the move before it.
        game.open.push(game.last);
        game.last = game.last.and_then(|last| game.nodes[last].parent);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, game: &mut Game) -> ControlFlow<Game> {
        if let Some(last) = game.open.pop() {
            game.last = last;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}
