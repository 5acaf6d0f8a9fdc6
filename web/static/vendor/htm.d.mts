// The types of htm.mjs, as the pages use it: what one template makes is one thing to draw.
import type { h, VNode } from "preact";

/** An event as handlers in templates get it. Which one it is the name of the attribute says, which types cannot read. */
type Heard = Omit<PointerEvent & KeyboardEvent, "target" | "currentTarget"> & {
  target: HTMLInputElement;
  currentTarget: HTMLElement;
};
type Handler = { of(event: Heard): unknown }["of"];
type Value = string | number | bigint | boolean | null | undefined | object | Handler;

declare const htm: { bind(make: typeof h): (strings: TemplateStringsArray, ...values: Value[]) => VNode };
export default htm;
