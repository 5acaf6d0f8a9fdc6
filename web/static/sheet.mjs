// A sheet over the page: what is wanted now and then, and must not take the place of what is played with.
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/** @import { ComponentChildren } from "preact" */

/**
 * A dialog that closes by its button, by Escape, and by a tap beside it.
 * @param {{ name: string, looks?: string, onClose(): void, children?: ComponentChildren }} props
 */
export function Sheet({ name, looks = "", onClose, children }) {
  /** @param {HTMLDialogElement | null} dialog */
  const open = (dialog) => dialog && !dialog.open && dialog.showModal();
  return html`<dialog class=${`sheet ${looks}`} aria-label=${name} ref=${open} onClose=${onClose}
      onClick=${(event) => event.target === event.currentTarget && onClose()}>
    <div class="sheet-inside">
      <div class="sheet-head"><h2>${name}</h2><button type="button" class="tool" data-here aria-label=${say("Close")} onClick=${onClose}>✕</button></div>
      ${children}
    </div>
  </dialog>`;
}

/**
 * A button that opens a sheet; `children` is called with what closes it again.
 * @param {{ name: string, choice: string, children: (close: () => void) => ComponentChildren }} props
 */
export function Opens({ name, choice, children }) {
  const [open, set] = useState(false);
  const close = () => set(false);
  return html`<button type="button" class="says" data-here data-choice=${choice} aria-haspopup="dialog" onClick=${() => set(true)}>${say("{what} …", { what: name })}</button>
    ${open && html`<${Sheet} name=${name} onClose=${close}>${children(close)}<//>`}`;
}
