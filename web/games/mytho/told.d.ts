// What Mytho alone puts into pictures.
import type { Picture as Shared } from "../../types/table";

export type Picture = Shared & {
  /** Whether a tap draws: who has drawn ends his turn by it. */
  may_draw: boolean;
  /** The cards that may be laid openly now, by code. */
  fits: string[] | null;
  /** How many cards the draw pile has. */
  draw: number | null;
};
