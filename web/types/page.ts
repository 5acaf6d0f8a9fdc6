// The state and actions of pages.
import type { Asked } from "./api";
import type { Choose, Ui } from "./ui";
import type { Moment } from "../static/page.mjs";
import type { Act, Event, Game, Me, OwnPile, Picture, Room, Mine, Seat } from "./table";

type Method = keyof Asked;
type Path<M extends Method> = keyof Asked[M] & string;
/** The body of a request to a path, and the answer. */
export type Body<M extends Method, P> = P extends keyof Asked[M]
  ? Asked[M][P] extends { body: infer B }
    ? B
    : never
  : never;
export type Answer<M extends Method, P> = P extends keyof Asked[M]
  ? Asked[M][P] extends { answer: infer A }
    ? A
    : never
  : never;
export type { Asked, Method, Path };

/** The state of every live page: `complaint` says why the table refused, `link` whether the stream is connected. */
export interface Shared {
  picture: Picture;
  link: boolean;
  complaint: string | null;
  /** What is being celebrated now. */
  moment: Moment | null;
  /** The parts of the current game; a page is drawn only once they are loaded. */
  parts: Ui;
}
/** A hand that is moving, whatever it is doing. */
export type Moved = { seat: number; for_ms: number };
/** Handlers for a stream's messages, by name; other distributions add their own. */
export interface Hear {
  picture?(picture: Picture): void;
  room?(room: Room): void;
  message?(event: Event): void;
  hand_moved?(moved: Moved): void;
}
/** The latest known event of a stream; in another game, all events are new. */
export type Since = { game: number | null | undefined; seq: number };
/** A message from a stream: its name, data, number of the latest event, and when its connection was opened, in ms. */
// biome-ignore lint/suspicious/noExplicitAny: its type depends on the name
export type Message = { name: string; data: any; seq: number; opened: number };
/** What is wanted from a stream: messages with these names after an event; `fresh`: also the whole picture. */
export type Want = { url: string; names: string[]; since: Since | null; fresh: boolean };
export type Carried = { names: Set<string>; since: Since | null };
/** What tabs need from a browser. */
export interface Browser {
  BroadcastChannel: typeof BroadcastChannel;
  EventSource: typeof EventSource;
  document: Pick<Document, "visibilityState">;
}
/** A follower of a stream. */
export interface Follower {
  url: string;
  /** What it wants now; null for nothing. */
  want(): Want | null;
  hear(message: Message): void;
  /** The table was last heard from `ago` ms ago, whatever it said. */
  heard(ago: number): void;
}
/** A stream to follow. */
export interface Following {
  url?: string;
  /** `picture` is called with every new picture, and `<name>` with every other message of that name. */
  on: Hear;
  /** The connection is lost or back. */
  onLink(up: boolean): void;
  /** The table refuses the stream, for example to a phone whose seat was freed. */
  onRefused?(): void;
}
export interface PageOptions<Known> {
  /** `state.picture` is the part of the picture that the board has revealed so far; `redraw` shows the rest. */
  board?: boolean;
  /** Called after each drawing. */
  drawn?(state: Known & Shared): void;
  /** The game whose parts the page needs; null for none. */
  looks?(picture: Picture, state: Known): string | null;
}
export interface Live<Known> {
  state: Known & Shared;
  set(change: Partial<Known & Shared>): void;
  redraw(): void;
  /** Wait for a request to the table; if it is refused, show why and resolve to null. */
  asking<Said>(asked: Promise<Said>): Promise<Said | null>;
  /** Follow a stream instead of the previous one; `hear` adds handlers, or replaces the one for pictures. */
  listen(stream?: { url?: string; hear?: Hear; onRefused?: () => void }): void;
}

/** How far the practice has got. */
export type Practice = { step: number; hint: string | null; press: boolean };
/** The rest of the virtual table's state; virtual.mjs explains each field. */
export interface Known {
  room: Room;
  me: Me;
  seat: number | null;
  fresh: string[];
  leaving: boolean;
  menu: boolean;
  whole: boolean;
  seen: string | null;
  picked: string[];
  pair: boolean;
  page: string;
  practice: Practice | null;
  lessons: string[];
}
type SetState = Live<Known>["set"];
type Asking = Live<Known>["asking"];
export type { Asking, SetState };
export type State = Known & Shared;

/** The state and actions that virtual.mjs gives its parts. */
export interface Table<At = State> {
  state: At;
  set: SetState;
  /** Move cards from the hand to a place, named as in `data-drop`. */
  go(cards: string[], place: string): void;
  hands(act: Act): Promise<unknown>;
  tap(seat: number): void;
  pick(code: string, keyed?: boolean): void;
  drop(code: string, place: string): void;
  sitAt(seat: number | null): void;
  at(seat: number): Partial<Seat> & Pick<Seat, "seat" | "name">;
  nameOf(seat: number): string;
  countFirst(): void;
  call(name: string): void;
  draw(count: number): Promise<unknown>;
  layBefore(card: string, closed: boolean): Promise<unknown>;
  touch(cards: string[]): Promise<unknown>;
  choose: Choose;
  asking: Asking;
  /** This phone now holds a seat: follow its stream from now on. */
  have(seat: number): Promise<void>;
  /** The games that can be played. */
  games: Brief[];
  /** The table's seats. */
  seats: number[];
}
/** The virtual table of a player who has a seat, and is told what they hold. */
export type Seated = Table<State & { seat: number; room: Room & { mine: Mine & { pile: OwnPile | null } } }>;

/** The submission of a form. */
export type FormEvent = SubmitEvent & { currentTarget: HTMLFormElement };

/** A game in brief. */
export type Brief = Pick<Game, "game" | "title" | "fewest" | "most" | "robots">;
/** What the server embeds in pages besides pictures. */
export interface Setting {
  /** Whether this phone belongs to somebody at the table, or to the host. */
  sits: boolean;
  /** The seats that this phone held when it opened the page. */
  held: number[];
  address: string | null;
  emulated: boolean;
  /** Whether this phone is the seat's button. */
  phone: boolean;
  /** Whether the hardware is set up from phones. */
  sets_up: boolean;
  joins: boolean;
  seat: number;
  mine: boolean;
  seats: number[];
  lessons: string[];
  /** The games that can be played. */
  games: Brief[];
  /** Titles of the games whose rounds can be counted, by name. */
  counted: { [game: string]: string };
}
