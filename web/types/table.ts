// What the table tells pages, under the names that pages use. The fields are those of api.d.ts, which is generated from
// the API's description, plus those that games add, as far as pages of all games know them.
import type * as api from "./api";

type Told = api.Picture;
/** One element of a list. */
type One<List extends readonly unknown[]> = List[number];

/** A pile: `face` is the face that is up, if cards have two, and `shows` a card that may have been taken. */
export type Pile = Told["piles"][string] & { face?: string | number | null; shows?: string | null };
/** A seat in the picture: `counting` is how many cards are counted so far, `terrain` what lies before it. */
export type Seat = One<Told["seats"]> & { counting?: number | null; terrain?: readonly unknown[] };
export type Debt = One<NonNullable<Seat["owes"]>>;
export type Race = NonNullable<Told["race"]>;
export type Result = NonNullable<Told["result"]>;
export type Correction = NonNullable<Told["correction"]>;
export type Question = NonNullable<Told["question"]>;
export type Health = NonNullable<Told["health"]>;
/** An event in the news, with its sentence. */
export type News = One<Told["news"]>;

/** The picture of the table, as an audience sees it; `rounds` is how many the game has. */
export type Picture = Omit<Told, "piles" | "seats" | "last"> & {
  piles: { [zone: string]: Pile };
  seats: Seat[];
  rounds?: number | null;
  last: (NonNullable<Told["last"]> & { [field: string]: unknown }) | null;
};

/** An event as a seat receives it; its other fields depend on which it is. */
export type Event = api.Event & { seat?: number | null; card?: string | null; zone?: string };

/** What is shown besides the picture; `mine`, and whatever else only an emulated table sends, may be missing. */
export type Room = api.Room;
export type Asking = Pick<api.Unknown, "unknown" | "labels">;
export type Claim = NonNullable<Room["claim"]>;
export type Sign = NonNullable<Claim["sign"]>;
export type Mine = NonNullable<Room["mine"]>;
export type Card = One<Mine["hand"]>;
export type OwnPile = NonNullable<Mine["pile"]>;
/** Where the next card may go, and what was chosen, for a seat that can choose on its phone. */
export type SeatTouch = NonNullable<Room["touch"]>;

/** What a seat holds and can do, in sentences, for a player who only listens. */
export type Heard = api.Heard;
export type Offer = api.Offer;

/** Who this phone is. */
export type Me = api.GetMe;
export type Games = api.GetGames;
export type Game = One<Games["games"]>;
export type Option = One<Game["options"]>;
export type Choice = One<Game["choices"]>;
export type Why = api.Explanation;
export type Rule = One<Why["rules"]>;
export type Time = One<NonNullable<Why["times"]>>;
export type Decks = api.Decks;
export type Deck = One<Decks["decks"]>;
export type Enrolment = NonNullable<Decks["enrolment"]>;
/** What is printed on a card; the game defines its other fields. */
export type Printed = { code: string; copies?: number | string; assumed?: string[]; [field: string]: unknown };
/** A line of a deck, and whether the owner has corrected it. */
export type Line = Omit<One<api.GetDecksCards["cards"]>, "card"> & { card: Printed };
export type Act = api.PostHandsBody;
export type Move = api.PostTabletopBody;
export type NewGame = api.NewGame;
