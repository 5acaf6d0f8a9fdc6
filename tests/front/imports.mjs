// Says what each module of the pages imports, by the paths where browsers find them. V8 itself reads the modules.
import { globSync, readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";

const WEB = new URL("../../web/", import.meta.url).pathname;

/** @param {string} file */
const pathOf = (file) => `/${file.replace(/^games\/(\w+)\/static\//, "games/$1/")}`;

/** @param {string} file */
function importsOf(file) {
  const path = pathOf(file);
  const { moduleRequests } = new SourceTextModule(readFileSync(WEB + file, "utf8"), { identifier: path });
  return moduleRequests.map(({ specifier }) => new URL(specifier, `http://table.test${path}`).pathname);
}

const files = globSync(["static/*.mjs", "static/vendor/*.mjs", "games/*/static/*.mjs"], { cwd: WEB }).sort();
const imports = files.map((file) => [pathOf(file), importsOf(file)]).filter(([, needs]) => needs.length);
console.log(JSON.stringify(Object.fromEntries(imports)));
