// Holds modules that come joined, from the file that JOINED names, against the same ones by themselves: what they export.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import "./page.mjs";

const JOINED = process.env.JOINED ?? "";
const paths = [...readFileSync(JOINED, "utf8").matchAll(/^together\.define\("([^"]+)"/gm)].map(([, path]) => path);
await import(pathToFileURL(JOINED).href);

const { together } = /** @type {{ together: { load(path: string): Promise<object> } }} */ (
  /** @type {unknown} */ (globalThis)
);
for (const path of paths) {
  const [alone, joined] = [await import(path), await together.load(path)];
  console.log(JSON.stringify({ path, alone: Object.keys(alone).sort(), joined: Object.keys(joined).sort() }));
  if (joined !== (await together.load(path))) throw new Error(`${path} was made twice`);
}
