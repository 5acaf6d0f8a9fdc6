// How somebody at the table is called on every page: robots are marked as such, by a picture with a word for screen readers.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/** @import { Seat } from "../types/table" */

const Mark = () =>
  html`<svg class="robot-mark" viewBox="0 0 24 24" role="img" aria-label=${say("robot")}><path d="M12 7V3M5 9h14v11H5zM2 13v4M22 13v4M9.5 16.5h5" /><circle cx="9" cy="13" r="1.2" /><circle cx="15" cy="13" r="1.2" /><circle cx="12" cy="2.6" r="1.2" /></svg>`;

/**
 * A name, before which stands that it is a robot’s. The mark comes first, for a long name may be cut: what cuts
 * it has `dir="auto"`, or one that is written from right to left would lose its beginning.
 * @param {{ seat?: Partial<Pick<Seat, "name" | "robot">>, none?: string }} props
 */
export const Named = ({ seat, none = "" }) => html`${seat?.robot && html`<${Mark} />`}${seat?.name ?? none}`;
