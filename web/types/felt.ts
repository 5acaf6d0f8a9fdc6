// The props of the components in web/static/felt.mjs, which all pages share.
import type { ComponentChildren } from "preact";
import type { Ui } from "./ui";
import type { Picture, Room } from "./table";

type Shown = { picture: Picture };
export type Head = Shown & { link: boolean; links?: string[][]; aim?: Ui["aim"]; children?: ComponentChildren };
export type Auto = Shown & { children: ComponentChildren };
export type Delays = Shown & { room: Room | null };
/** `quiet`: changes too often to be read out. */
export type Turn = Shown & { complaint?: string | null; quiet?: boolean };
export type Scene = Piles & {
  redraw(): void;
  base: string | null;
  /** Replaces the cards. */
  instead?: ComponentChildren;
  quiet?: boolean;
  /** Below the turn line. */
  children?: ComponentChildren;
};
export type Piles = Shown & { parts: Ui };
export type Pile = Piles & { zone: string };
/** `deepest`: how many cards below the top may show; `up`: the top card's face, if the picture does not contain it. */
export type Stack = Pile & { deepest: number; up?: string | number | null; children?: ComponentChildren };
export type Seats = Shown & Pick<Ui, "SeatMark" | "standing"> & Partial<Pick<Ui, "aim">>;
export type News = Shown & { base: string | null };
export type { Shown };
