// What Nur Mut adds to pictures.
import type { NurMutPile, NurMutSeat, NurMutView } from "../../types/api";
import type { Picture as Shared } from "../../types/table";

export type Face = NonNullable<NurMutPile["face"]>;
export type Seat = NurMutSeat;
export type Pile = NurMutPile;
export type Picture = Omit<Shared, keyof NurMutView> & NurMutView;
