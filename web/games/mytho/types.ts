// What Mytho adds to pictures.
import type { MythoView } from "../../types/api";
import type { Picture as Shared } from "../../types/table";

export type Picture = Omit<Shared, keyof MythoView> & MythoView;
