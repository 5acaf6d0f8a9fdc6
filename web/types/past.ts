// What pages about finished games show, under the names that they use; the fields are those of api.d.ts.
import type * as api from "./api";
import type { Picture } from "./table";

type One<List extends readonly unknown[]> = List[number];

/** A game in the list. */
export type Past = api.PastGame;
/** A game with its rounds and highlights. */
export type Whole = api.WholeGame;
export type Highlight = One<Whole["highlights"]>;
export type Told = One<api.GetHistoryEvents>;
/** Games by name: what people call them. */
export type Titles = { [game: string]: { title: string } };

/** A moment at which something happened in a game: the events from `first` to `seq`, all at `t`. */
export type Moment = { first: number; seq: number; t: number };
/** A mark on the time line. */
export type Mark = { kind: "round" | Highlight["kind"]; seq: number; t: number; name: string };
export type { Picture };

export type Person = api.PersonStanding;
export type Standing = Person["games"][string];
export type WholePerson = api.WholePerson;
export type Course = WholePerson["games"][string];
export type Held = api.HeldRecord;

export type Tournament = api.DescribedTournament;
export type Place = One<Tournament["places"]>;
export type Counted = One<Tournament["counted"]>;
