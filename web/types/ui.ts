// What a game may export as `parts.mjs`, and as `lesson.mjs`: web/static/parts.mjs has the plain ones.
import type { ComponentType } from "preact";
import type { Event, OwnPile, Picture, Printed, Room, Seat } from "./table";
import type { Table } from "./page";

/** A card: its code and what people call it, and the `face` that is up, where it has two. */
export type CardLooks = ComponentType<{ code: string; label: string; face?: string | number | null }>;
/** How a card that is corrected becomes another one. */
export type Change = (how: (card: Printed) => Partial<Printed>) => void;
export type CardForm = {
  CardForm: ComponentType<{ card: Printed; change: Change }>;
  blank(): Printed;
  printed(card: Printed): { card: Printed; wrong?: undefined } | { wrong: string; card?: undefined };
};
type At = { picture: Picture; seat: number };

export interface Ui {
  /** A card: its code and what people call it, and the `face` that is up, where it has two; null where nothing lies. */
  Card: CardLooks;
  /** The back of a card. */
  Back: ComponentType;
  /** What marks a seat, such as an office that it holds; null for nothing. */
  SeatMark: ComponentType<{ seat: Seat }>;
  /** The number that is large at a seat, and what it says: points, where a game counts nothing else. */
  standing(seat: Seat): { number: number | string | null; says: string };
  /** What is best of those numbers, so that pages show who leads, and what that is in a few words; null where nobody can tell. */
  aim: { best: "fewest" | "most"; says: string } | null;
  /** Choices of holds and double presses that `Choices` shows itself: the others have buttons anyway. */
  shows: string[];
  /** Draws all seats with what lies before them, in place of the list of scores, and anew by `redraw`; null where nothing does. */
  Board: ComponentType<{ picture: Picture; seat?: number | null; table?: Table; redraw: () => void }> | null;
  /** What a seat can choose on its phone: given `picture`, `seat`, `choose(choice, value)`; and at the virtual table, `table`. */
  Choices: ComponentType<{ picture: Picture; seat: number; choose: Choose; table?: Table }> | null;
  /** Whether the game brings a style sheet, `ui.css`, for what its parts draw. */
  styles: boolean;
  /** Whether who draws says so by his button, so that the draw pile can press it for him. */
  drawsByButton: boolean;
  /** What is said to somebody without a card. */
  emptyHand: string;
  /** Loads where the owner says what is printed on a card, `CardForm`, with a `blank` card and `printed`; null where nobody can. */
  form: (() => Promise<CardForm>) | null;
  learn?: () => Promise<unknown>;
  /** The face that is up of a card with two sides: its `label` names both, `up` is 0 or 1; null where cards have one. */
  faceUp(card: { label: string; up: 0 | 1 }): string | number | null;
  /** The picture without what the `Board` has yet to tell, so that nothing else on the page tells it first. */
  soFar(picture: Picture): Picture;
  /** Whether a seat may draw now, where the draw pile presses its button. */
  mayDraw(at: At): boolean;
  /** Whether the picked `cards`, or the top of the `own` pile, may lie on the pile of a `zone` now, so that it glows; people may lay them there all the same. */
  mayLie(at: At & { zone: string; cards: string[]; own?: OwnPile | null }): boolean;
  /** How many cards a seat draws at once now; 0 where it draws none. */
  draws(at: { picture: Picture; room: Room; seat: number | null }): number;
  /** What a tap on a seat's button says now, in a word; null where it goes without saying. */
  buttonSays(at: At): string | null;
  /** What a press on a seat's button means now, by any word that changes with it, but for races and questions; null: nothing. */
  buttonMeans(at: At): string | null;
}
/** Say what no card and no button can; resolves to null if the table said no. */
export type Choose = (choice: string, value?: string | number) => Promise<unknown>;

/** A press of a neighbour in the practice, `after` so many ms. */
export type Wish = { seat: number; after: number; hold?: boolean };
export type Step = { say: string; hint?: string; press?: boolean; until(event: Event, seat: number): boolean };
export interface Lesson {
  steps: Step[];
  done: string;
  neighbours(picture: Picture, seat: number): Wish[];
}
