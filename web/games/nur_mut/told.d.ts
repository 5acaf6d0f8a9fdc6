// What Nur Mut alone puts into pictures.
import type { Picture as Shared, Pile as AnyPile, Seat as AnySeat } from "../../types/table";

export type Face = number | "joker";
export type Seat = AnySeat & { passed: boolean };
/** A pile: `face` is up, or one of `faces` is; `fits` may be laid on it, null: nobody can tell, of all or of one. */
export type Pile = AnyPile & { face: Face | null; faces: Face[] | null; fits: (Face | null)[] | null };
export type Picture = Omit<Shared, "seats" | "piles"> & {
  seats: Seat[];
  piles: { [zone: string]: Pile };
  /** Whether whoever is on turn has declared Courage. */
  courage: boolean;
  /** The piles of which the table drew one. */
  lot: string[] | null;
};
