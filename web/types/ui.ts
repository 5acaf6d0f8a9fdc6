// What a game may export from `parts.mjs` and `lesson.mjs`; web/static/parts.mjs has the defaults.
import type { ComponentType } from "preact";
import type { Event, OwnPile, Picture, Printed, Room, Seat } from "./table";
import type { Table } from "./page";

/** A card: its code, what people call it, and the `face` that is up, if it has two. */
export type CardLooks = ComponentType<{ code: string; label: string; face?: string | number | null }>;
/** Changes the card that is being corrected. */
export type Change = (how: (card: Printed) => Partial<Printed>) => void;
export type CardForm = {
  CardForm: ComponentType<{ card: Printed; change: Change }>;
  blank(): Printed;
  printed(card: Printed): { card: Printed; wrong?: undefined } | { wrong: string; card?: undefined };
};
type At = { picture: Picture; seat: number };

export interface Ui {
  /** A card: its code, what people call it, and the `face` that is up, if it has two; null if nothing lies there. */
  Card: CardLooks;
  /** The back of a card. */
  Back: ComponentType;
  /** A mark at a seat, such as an office that it holds; null for none. */
  SeatMark: ComponentType<{ seat: Seat }>;
  /** The large number at a seat, and what it means: points, unless the game counts something else. */
  standing(seat: Seat): { number: number | string | null; says: string };
  /** Which of those numbers is best, so that pages show who leads, and that in a few words; null if nobody can tell. */
  aim: { best: "fewest" | "most"; says: string } | null;
  /** Choices made by a hold or a double press that `Choices` shows itself; the others have buttons anyway. */
  shows: string[];
  /** All seats with the cards before them, instead of the list of scores; `redraw` draws it again; null for none. */
  Board: ComponentType<{ picture: Picture; seat?: number | null; table?: Table; redraw: () => void }> | null;
  /** What a seat can choose on its phone; gets `choose(choice, value)`, and only at the virtual table `table`. */
  Choices: ComponentType<{ picture: Picture; seat: number; choose: Choose; table?: Table }> | null;
  /** Whether the game has a style sheet, `ui.css`, for what its parts draw. */
  styles: boolean;
  /** Whether players draw by pressing their button, so that the draw pile can press it for them. */
  drawsByButton: boolean;
  /** What a player without cards is told. */
  emptyHand: string;
  /** Loads `CardForm`, where the owner enters what is printed on a card, with `blank` and `printed`; null for none. */
  form: (() => Promise<CardForm>) | null;
  learn?: () => Promise<unknown>;
  /** Which face of a two-sided card is up: its `label` names both, `up` is 0 or 1; null if cards have only one. */
  faceUp(card: { label: string; up: 0 | 1 }): string | number | null;
  /** The picture without what the `Board` has yet to reveal, so that nothing else on the page reveals it first. */
  soFar(picture: Picture): Picture;
  /** Whether a seat may draw now, if the draw pile presses its button. */
  mayDraw(at: At): boolean;
  /** Whether `zone`'s pile glows because the picked `cards`, or `own`'s top card, fit; people may lay them anyway. */
  mayLie(at: At & { zone: string; cards: string[]; own?: OwnPile | null }): boolean;
  /** How many cards a seat draws at once now; 0 if it draws none. */
  draws(at: { picture: Picture; room: Room; seat: number | null }): number;
  /** What a tap on a seat's button says now, in a word; null if it goes without saying. */
  buttonSays(at: At): string | null;
  /** What a seat's button means now, except in races and questions: any word that changes with it; null for none. */
  buttonMeans(at: At): string | null;
}
/** Make a choice that no card and no button can express; resolves to null if the table refuses it. */
export type Choose = (choice: string, value?: string | number) => Promise<unknown>;

/** A neighbour's press in the practice, `after` this many ms. */
export type Wish = { seat: number; after: number; hold?: boolean };
export type Step = { say: string; hint?: string; press?: boolean; until(event: Event, seat: number): boolean };
export interface Lesson {
  steps: Step[];
  done: string;
  neighbours(picture: Picture, seat: number): Wish[];
}
