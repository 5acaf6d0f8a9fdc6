// Parts for slap games: a standard deck, whose cards lie face down in front of the players.
import { many, say } from "/static/say.mjs";
import { Back, Card as Printed } from "/static/standard52.mjs";
import { html } from "/static/view.mjs";

export { Back };

/** The words "face down" for the top of a player's own pile, which nobody sees; null for other cards. */
export const faceUp = (/** @type {{ code?: string }} */ { code }) => (code ? say("face down") : null);

/** @param {{ code: string, label: string, face?: string | number | null }} props */
export const Card = ({ code, label, face }) =>
  face ? html`<${Back} />` : html`<${Printed} code=${code} label=${label} />`;

export const emptyHand = say("You have no card: slap to come back.");
export const aim = { best: "most", says: say("Most cards win") };
export const mayDraw = () => false;

/** @param {{ hand?: number | null }} seat */
export const standing = ({ hand = null }) => ({
  number: hand ?? "?",
  says: many("{count} card", "{count} cards", Number(hand)),
});

/** @param {{ picture: { running: boolean | null } }} at */
export const buttonSays = ({ picture }) => (picture.running ? say("Slap") : null);
export const buttonMeans = () => null;
