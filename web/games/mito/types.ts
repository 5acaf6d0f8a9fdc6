// What Mito adds to pictures.
import type { MitoSeat, MitoView } from "../../types/api";
import type { Picture as Shared } from "../../types/table";

export type Seat = MitoSeat;
export type Picture = Omit<Shared, keyof MitoView> & MitoView;
