// The types of preact-hooks.mjs.
export * from "preact/hooks";
