// What Mito alone puts into pictures.
import type { Picture as Shared, Race as AnyRace, Seat as AnySeat } from "../../types/table";

export type Seat = AnySeat & { guard: boolean; counting: number | null };
export type Picture = Omit<Shared, "seats" | "race"> & {
  seats: Seat[];
  /** `answered` is the card that answered a cockroach first, if somebody has seen it. */
  race: (AnyRace & { answered: string | null }) | null;
  /** The numbers that may be laid now. */
  fits: number[] | null;
  /** Whether a tap of whoever is on turn draws; else it passes. Null where nobody can tell. */
  may_draw: boolean | null;
  /** The call of the Guard Bug that is open: who made it, and whom it accuses, if anybody can tell. */
  call: { by: number; accused: number | null } | null;
};
