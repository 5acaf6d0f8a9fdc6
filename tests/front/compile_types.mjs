// Turns JSON Schemas from standard input into types; see api_types.py.
import { text } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const HEAD =
  "// Made by `make types` of the description that the table serves of its API: nothing to be changed by hand.";
const style = { printWidth: 120 };
const options = { additionalProperties: false, unreachableDefinitions: true, ignoreMinAndMaxItems: true, style };
const made = await compile(JSON.parse(await text(process.stdin)), "Api", { ...options, bannerComment: HEAD });
const HOLLOW = /export interface Api \{\n {2}\[k: string\]: unknown;\n\}\n/;
const ECHO = /^ \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm;
const EMPTY = /^\/\*\*\n \*\/\n|^ \*\n(?= \*\/)/gm;
process.stdout.write(made.replace(HOLLOW, "").replace(ECHO, "").replace(EMPTY, "").replace(EMPTY, ""));
