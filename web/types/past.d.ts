// What pages about games that are over know, by the names that they use: the fields are those of api.d.ts.
import type * as api from "./api";
import type { Picture } from "./table";

type One<List extends readonly unknown[]> = List[number];

/** A game in the list. */
export type Past = One<api.GetHistory>;
/** A game with its rounds and highlights. */
export type Whole = api.GetHistoryOne;
export type Highlight = One<Whole["highlights"]>;
export type Told = One<api.GetHistoryEvents>;
/** Games by name: what people call them, and whether they bring a picture. */
export type Titles = { [game: string]: { title: string; emblem: boolean } };

/** A point of a game at which something was told: the events from `first` to `seq`, all at `t`. */
export type Moment = { first: number; seq: number; t: number };
/** Something to find on the time line again. */
export type Mark = { kind: "round" | Highlight["kind"]; seq: number; t: number; name: string };
export type { Picture };

export type Person = One<api.GetPeople>;
export type Standing = Person["games"][string];
export type WholePerson = api.GetPeopleOne;
export type Course = WholePerson["games"][string];
export type Held = One<api.GetRecords>;

export type Tournament = One<api.GetTournaments>;
export type Place = One<Tournament["places"]>;
export type Counted = One<Tournament["counted"]>;
