// The types of preact.mjs.
export * from "preact";
