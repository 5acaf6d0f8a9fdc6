// What the parts of every page are given: web/static/felt.mjs draws them.
import type { ComponentChildren } from "preact";
import type { Looks } from "./looks";
import type { Picture, Room } from "./table";

type Shown = { picture: Picture };
export type Head = Shown & { link: boolean; links?: string[][]; aim?: Looks["aim"]; children?: ComponentChildren };
export type Auto = Shown & { children: ComponentChildren };
export type Delays = Shown & { room: Room | null };
/** `quiet`: it changes too often to be read out. */
export type Turn = Shown & { complaint?: string | null; quiet?: boolean };
export type Scene = Piles & {
  redraw(): void;
  base: string | null;
  instead?: ComponentChildren;
  quiet?: boolean;
  children?: ComponentChildren;
};
export type Piles = Shown & { parts: Looks };
export type Pile = Piles & { zone: string };
/** `deepest` is how many of the cards below the top are seen, `up` the face of the top that somebody sees who stands there. */
export type Stack = Pile & { deepest: number; up?: string | number | null; children?: ComponentChildren };
export type Seats = Shown & Pick<Looks, "SeatMark" | "standing"> & Partial<Pick<Looks, "aim">>;
export type News = Shown & { base: string | null };
export type { Shown };
