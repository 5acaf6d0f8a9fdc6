// The types of preact.mjs, as the pages use it: what one template makes is one thing to draw.
import type { h, VNode } from "preact";

export { h, render } from "preact";
export { useState } from "preact/hooks";

/** An event as handlers in templates get it. Which one it is the name of the attribute says, which types cannot read. */
type Heard = Omit<PointerEvent & KeyboardEvent, "target" | "currentTarget"> & {
  target: HTMLInputElement;
  currentTarget: HTMLElement;
};
type Handler = { of(event: Heard): unknown }["of"];
type Value = string | number | bigint | boolean | null | undefined | object | Handler;

export const htm: { bind(make: typeof h): (strings: TemplateStringsArray, ...values: Value[]) => VNode };
