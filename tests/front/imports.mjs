// Prints what each of the pages' modules imports, by the paths where browsers find them. V8 itself parses the modules.
import { globSync, readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";

const ROOT = new URL("../../", import.meta.url).pathname;

/** @param {string} file */
const pathOf = (file) =>
  file
    .replace(/^club\/cardtable_club\/web\/static\//, "/static/club/")
    .replace(/^web\/games\/(\w+)\/static\//, "/games/$1/")
    .replace(/^web\//, "/");

/** @param {string} file */
function importsOf(file) {
  const path = pathOf(file);
  const { moduleRequests } = new SourceTextModule(readFileSync(ROOT + file, "utf8"), { identifier: path });
  return moduleRequests.map(({ specifier }) => new URL(specifier, `http://table.test${path}`).pathname);
}

const WHERE = ["web/static/*.mjs", "web/static/vendor/*.mjs", "web/games/*/static/*.mjs", "club/*/web/static/*.mjs"];
const files = globSync(WHERE, { cwd: ROOT }).sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
const imports = files.map((file) => [pathOf(file), importsOf(file)]).filter(([, needs]) => needs.length);
console.log(JSON.stringify(Object.fromEntries(imports)));
