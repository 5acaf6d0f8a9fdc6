// What pages know and do.
import type { Asked } from "./api";
import type { Choose, Looks } from "./looks";
import type { Moment } from "../static/page.mjs";
import type { Act, Event, Game, Me, OwnPile, Picture, Room, Mine, Seat } from "./table";

type Method = keyof Asked;
type Path<M extends Method> = keyof Asked[M] & string;
/** What is sent to a path, and what it answers. */
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

/** What every live page knows: `complaint` is what the table said no with, `link` whether the stream is there. */
export interface Shared {
  picture: Picture;
  link: boolean;
  complaint: string | null;
  /** What has its second of joy now. */
  moment: Moment | null;
  /** Those of the game that is on; a page is only drawn when they are there. */
  parts: Looks;
}
/** A hand that moves now, whatever it does. */
export type Moved = { seat: number; for_ms: number };
/** What is heard of a stream, by the name of the message; other distributions add theirs. */
export interface Hear {
  picture?(picture: Picture): void;
  room?(room: Room): void;
  message?(event: Event): void;
  hand_moved?(moved: Moved): void;
}
/** The latest event of a stream that is known; of another game all events are new. */
export type Since = { game: number | null | undefined; seq: number };
/** What is heard of a stream: a message by its name, and the number of the latest event. */
// biome-ignore lint/suspicious/noExplicitAny: what it tells goes by its name
export type Message = { name: string; data: any; seq: number };
/** What is wanted of a stream: messages of these names after an event; `fresh`: the whole picture, too. */
export type Want = { url: string; names: string[]; since: Since | null; fresh: boolean };
export type Carried = { names: Set<string>; since: Since | null };
/** What tabs need of a browser. */
export interface Browser {
  BroadcastChannel: typeof BroadcastChannel;
  EventSource: typeof EventSource;
  document: Pick<Document, "visibilityState">;
}
/** Somebody who follows a stream. */
export interface Follower {
  url: string;
  /** What is wanted now; null: nothing. */
  want(): Want | null;
  hear(message: Message): void;
  /** The table was heard so many ms ago, whatever it told. */
  heard(ago: number): void;
}
export interface Live<Known> {
  state: Known & Shared;
  set(change: Partial<Known & Shared>): void;
  redraw(): void;
  /** Ask the table, and show its sentence if it says no. Resolves to null then. */
  asking<Said>(asked: Promise<Said>): Promise<Said | null>;
  /** Follow a stream instead of the one before; `hear` is heard besides the picture, or instead of it. */
  listen(stream?: { url?: string; hear?: Hear; onRefused?: () => void }): void;
}

/** How far the practice has got. */
export type Practice = { step: number; hint: string | null; press: boolean };
/** What the virtual table knows besides; virtual.mjs says what each is. */
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
type Set = Live<Known>["set"];
type Asking = Live<Known>["asking"];
export type { Asking, Set };
export type State = Known & Shared;

/** What virtual.mjs knows and does for its parts. */
export interface Table<At = State> {
  state: At;
  set: Set;
  /** Move cards of the hand to a place, as `data-drop` names it. */
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
  /** This phone holds a seat now, whose stream is to be followed from now on. */
  have(seat: number): Promise<void>;
  /** What can be played. */
  games: Brief[];
  /** Those that the table has. */
  seats: number[];
}
/** The virtual table of somebody who has a seat, and who is told what he holds. */
export type Seated = Table<State & { seat: number; room: Room & { mine: Mine & { pile: OwnPile | null } } }>;

/** A form that is sent. */
export type FormEvent = SubmitEvent & { currentTarget: HTMLFormElement };

/** What the server puts into the pages, beside pictures. */
/** A game in short. */
export type Brief = Pick<Game, "game" | "title" | "fewest" | "most" | "robots">;
export interface Setting {
  /** Whether this phone is somebody’s who sits at the table, or the host’s. */
  sits: boolean;
  /** The seats that this phone held when it opened the page. */
  held: number[];
  address: string | null;
  emulated: boolean;
  /** Whether the button of the seat is this phone. */
  phone: boolean;
  /** Whether the hardware is set up on phones. */
  sets_up: boolean;
  joins: boolean;
  seat: number;
  mine: boolean;
  seats: number[];
  lessons: string[];
  /** What can be played. */
  games: Brief[];
  /** Titles of games of which a round can be counted, by name. */
  counted: { [game: string]: string };
}
