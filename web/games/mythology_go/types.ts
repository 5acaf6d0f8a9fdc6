// What Mythology GO adds to pictures, what is printed on its cards, and what people enter for a count.
import type { Choose as AnyChoose } from "../../types/ui";
import type { Table as AnyTable } from "../../types/page";
import type { Picture as Shared } from "../../types/table";
import type * as api from "../../types/api";
import type { MgoSeat, MgoView, PostScore, PostScoreRanking } from "../../types/api";

/** A card in front of a seat: null if face down and known only to its owner; `pair` is the card it is fused with. */
export type Lies = {
  card: string | null;
  closed: boolean | null;
  risen?: boolean | null;
  pair?: string | null;
  fresh?: boolean;
  /** Why it may not lie there; only its owner is told. */
  forbidden?: string | null;
};
export type Seen = Lies & { card: string };
export type Seat = MgoSeat;
/** What only the seat itself is told: the cards in front of it, what it laid this turn, and what it may do. */
export type Own = api.Own;
/** The picture, with what this game adds to it. */
export type Picture = Omit<Shared, keyof MgoView | "count"> & Omit<MgoView, "count"> & { count: Count | null };
export type Step = PostScore["steps"][number];
/** The count of a round: each point with its reason. */
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
/** A player in a game's ranking; players who are equal share a place. */
export type Ranked = { name: string; place: number; points: number; won: number };

/** What a card does; while it is being corrected, its numbers are as typed. */
export type Effect = { keyword: string; [field: string]: Value | null | undefined };
export type Names = { [language: string]: string };
/** What is printed on a card; while it is being corrected, its numbers are as typed. */
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

/** A player's cards, as entered for the count. */
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
/** Everything entered: `chosen` is the player being entered, `at` the step that the count has reached. */
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
/** An option, as the page receives it. */
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
/** What the parts of the counting page share. */
export type Shown = {
  lying: BoardToCount;
  cards: Box;
  language: string;
  change(how: (lying: BoardToCount) => unknown): void;
};
/** What the parts about one player share. */
export type Part = Shown & { of: Player };

export type Table = AnyTable;
export type Choose = AnyChoose;
/** What is needed to draw a seat's choices. */
export type Chosen = { picture: Picture & { own: Own }; seat: number; choose: Choose; table?: Table };
