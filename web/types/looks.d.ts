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

export interface Looks {
  Card: CardLooks;
  Back: ComponentType;
  SeatMark: ComponentType<{ seat: Seat }>;
  Board: ComponentType<{ picture: Picture; seat?: number | null; table?: Table; redraw: () => void }> | null;
  Choices: ComponentType<{ picture: Picture; seat: number; choose: Choose; table?: Table }> | null;
  styles: boolean;
  drawsByButton: boolean;
  sleights: boolean;
  emptyHand: string;
  form: (() => Promise<CardForm>) | null;
  learn?: () => Promise<unknown>;
  faceUp(card: { label: string; up: 0 | 1 }): string | number | null;
  soFar(picture: Picture): Picture;
  mayDraw(at: At): boolean;
  mayLie(at: At & { zone: string; cards: string[]; own?: OwnPile | null }): boolean;
  draws(at: { picture: Picture; room: Room; seat: number | null }): number;
  buttonSays(at: At): string | null;
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
