// What Mythology GO alone puts into pictures, what is printed on its cards, and what is entered to be counted.
import type { Choose as AnyChoose } from "../../types/ui";
import type { Table as AnyTable } from "../../types/page";
import type { Picture as Shared } from "../../types/table";
import type * as api from "../../types/api";
import type { MgoSeat, MgoView, PostScore, PostScoreRanking } from "../../types/api";

/** A card that lies before a seat: null where it is closed and nobody else's to know; `pair` is what it is fused with. */
export type Lies = {
  card: string | null;
  closed: boolean | null;
  risen?: boolean | null;
  pair?: string | null;
  fresh?: boolean;
  /** Why it may not lie there, to its owner alone. */
  forbidden?: string | null;
};
export type Seen = Lies & { card: string };
export type Seat = MgoSeat;
/** What a seat alone is told: what lies before it, what it laid in this turn, and what it may do. */
export type Own = api.Own;
/** A round that is counted: each point with its reason. */
export type Picture = Omit<Shared, keyof MgoView | "count"> & Omit<MgoView, "count"> & { count: Count | null };
export type Step = PostScore["steps"][number];
/** A round that is counted: each point with its reason. */
export type Count = { players: Counted[]; steps: Step[] };
export type Counted = {
  name: string;
  values: number;
  effects: { card: string; keyword: string; points: number }[];
  colours: { [colour: string]: number };
  strong_weak: number;
  doubling: number;
  identification: number;
  total: number;
};
export type Ranking = PostScoreRanking;
/** Somebody in the order of a game, with the place that those share who are equal. */
export type Ranked = { name: string; place: number; points: number; won: number };

/** What a card does; while it is corrected its numbers are what was typed. */
export type Effect = { keyword: string; [field: string]: Value | null | undefined };
export type Names = { [language: string]: string };
/** What is printed on a card; while it is corrected its numbers are what was typed. */
export type Printed = {
  code: string;
  kind: string;
  name?: string;
  names?: Names;
  copies?: Value | null;
  colour?: string;
  value?: Value | null;
  face_down?: boolean;
  effects?: Effect[];
  assumed?: string[];
  shipped?: boolean;
};
export type Change = (how: (card: Printed) => Partial<Printed>) => void;

/** What lies before somebody as it is entered to be counted. */
export type Player = {
  name: string;
  cards: string[];
  fused: string[][];
  resurrected: string[];
  targets: { [card: string]: string };
  deity: string | null;
  belief: string | null;
  accuses: { player: string; deity: string } | null;
};
export type Points = { [name: string]: number };
/** All that was entered: `chosen` is who is being entered, `at` how far the count has got. */
export type BoardToCount = {
  players: Player[];
  chosen: number;
  rounds: Points[];
  options: { [option: string]: Value };
  language: string | null;
  counting: boolean;
  at: number;
};
type Value = string | number;
/** An option, as the page is given it. */
export type Agreed = {
  name: string;
  meaning: string;
  kind: string;
  default: Value;
  values?: string[];
  called?: { [value: string]: string };
  least?: number;
  most?: number;
};
export type Box = Map<string, Printed>;
/** Finds what is printed on a card of the box. */
export type LineOf = (code: string) => Printed;
/** What the parts of the page that counts share. */
export type Shown = {
  lying: BoardToCount;
  cards: Box;
  language: string;
  change(how: (lying: BoardToCount) => unknown): void;
};
/** What its parts share that are of one player. */
export type Part = Shown & { of: Player };

export type Table = AnyTable;
export type Choose = AnyChoose;
/** What a seat's choices are made of. */
export type Chosen = { picture: Picture & { own: Own }; seat: number; choose: Choose; table?: Table };
