"""The moment of an event of Nur Mut, with the face that was said to be up."""

from table.games.moment import Moment
from table.games.nur_mut.cards import face_name


class FaceMoment(Moment):
    """A moment that names a card by one face, where everybody was told which one is up."""

    def card(self, code: str | None) -> str:
        """Return a card's name by the face that was last announced, or by both."""
        told = next((one for one in (self.event, *reversed(self.before)) if code and one.get("card") == code), None)
        face = None if told is None else told.get("face")
        return super().card(code) if face is None else face_name(face)
