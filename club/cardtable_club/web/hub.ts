// What a hub says about its tables.

/** A table as seen from afar. */
export type Tile = {
  club: string;
  table: string;
  online: boolean;
  since: string | null;
  game: string | null;
  title: string | null;
  round: number | null;
  turn: number | null;
  prompt: string | null;
  headline: string | null;
  over: boolean | null;
  seats: { seat: number; name: string | null; score: number | null; robot: string | null }[];
  tops: string[];
  news: string | null;
};

/** What has changed on the wall; `all`: `tables` is complete. */
export type Wall = { all: boolean; away: string | null; tables: Tile[]; gone: { club: string; table: string }[] };

declare module "../../../web/types/page" {
  interface Hear {
    tables?(wall: Wall): void;
    tile?(tile: Tile): void;
  }
}
