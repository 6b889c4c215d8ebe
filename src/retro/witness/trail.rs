//! The steps that led to each position of a search, shared by those that have the same beginning.

/// Where a step stands in its [`Trail`].
pub type Link = u32;

/// Before the first step.
pub const ROOT: Link = Link::MAX;

/// Steps, each with the one before it.
pub struct Trail<T>(Vec<(Link, T)>);

impl<T> Default for Trail<T> {
    fn default() -> Trail<T> {
        Trail(Vec::new())
    }
}

impl<T: Copy> Trail<T> {
    /// One step more after `parent`.
    pub fn add(&mut self, parent: Link, step: T) -> Link {
        self.0.push((parent, step));
        self.0.len() as Link - 1
    }

    /// The steps to here, the last one first.
    pub fn back(&self, mut link: Link) -> Vec<T> {
        let mut steps = Vec::new();
        while link != ROOT {
            let (parent, step) = self.0[link as usize];
            steps.push(step);
            link = parent;
        }
        steps
    }

    /// The steps to here, the first one first.
    pub fn steps(&self, link: Link) -> Vec<T> {
        let mut steps = self.back(link);
        steps.reverse();
        steps
    }
}
