// Images that people share, or save on devices that cannot share.

/**
 * Share or save an image. Resolves when that is done.
 * @param {HTMLCanvasElement} canvas
 * @param {{ title: string, name: string }} what
 */
export async function share(canvas, { title, name }) {
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch((error) => console.info("it was not shared", error));
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const FONT = '"Bricolage Grotesque", sans-serif';
export const INK = "#f6f0df";
export const SOFT = "#b4c4b9";
export const GOLD = "#ffc145";

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {{ size?: number, weight?: number, colour?: string, align?: CanvasTextAlign, wide?: number }} how
 */
export function text(pen, words, x, y, { size = 40, weight = 500, colour = INK, align = "left", wide } = {}) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(words, x, y, wide);
}

/**
 * Break words into lines that fit, at most `most` lines; if there are more, the last line ends in dots.
 * @param {string} words
 * @param {number} most
 * @param {(line: string) => boolean} fits
 */
export function lines(words, most, fits) {
  /** @type {string[]} */
  const found = [""];
  for (const word of words.split(" ")) {
    const longer = `${found[found.length - 1]} ${word}`.trim();
    if (fits(longer) || !found[found.length - 1]) found[found.length - 1] = longer;
    else found.push(word);
  }
  if (found.length <= most) return found;
  let last = found[most - 1];
  while (last && !fits(`${last} …`)) last = last.slice(0, Math.max(0, last.lastIndexOf(" ")));
  return [...found.slice(0, most - 1), `${last} …`];
}
