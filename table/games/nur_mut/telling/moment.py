"""The moment of an event of Nur Mut, with the face that was said to be up."""

from table.games.moment import Moment
from table.games.nur_mut.cards import face_name


class FaceMoment(Moment):
    """A moment that names a card by one face, where everybody was told which one is up."""

    def card(self, code: str | None) -> str:
        """Return a card's name by the face that was last announced, or by both."""
        about = (self.event, *(one.event for one in reversed(self.before)))
        last = next((event for event in about if code and getattr(event, "card", None) == code), None)
        face = getattr(last, "face", None)
        return super().card(code) if face is None else face_name(face)
