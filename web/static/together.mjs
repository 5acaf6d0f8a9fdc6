// Modules that come joined to one script, before which this stands: each is made once, after what it imports, when it
// is first asked for. What a page loads later comes joined, too, without what it has already.

/**
 * @typedef {{ [name: string]: unknown }} Exports
 * @typedef {(...needed: Exports[]) => Promise<Exports>} Make
 */

/** @type {{ together?: unknown }} */ (globalThis).together ??= (() => {
  /** @type {Map<string, { needs: string[], make: Make }>} */
  const defined = new Map();
  /** @type {Map<string, Promise<Exports>>} */
  const made = new Map();
  let came = ""; // what the page began with

  /**
   * Tell how a module is made; the first one to say so is right.
   * @param {string} path
   * @param {string[]} needs
   * @param {Make} make
   */
  function define(path, needs, make) {
    if (!defined.has(path)) defined.set(path, { needs, make });
  }

  /** @param {string} path */
  async function makes(path) {
    const { needs, make } = /** @type {{ needs: string[], make: Make }} */ (defined.get(path));
    return make(...(await Promise.all(needs.map(load))));
  }

  /** @param {string} path */
  async function fetched(path) {
    try {
      await import(`/together${path}?but=${came}`);
    } catch (error) {
      made.delete(path); // the line was cut: who asks again may have more luck
      throw error;
    }
    return makes(path);
  }

  /**
   * What a module exports, as import() says it.
   * @param {string} path
   * @returns {Promise<Exports>}
   */
  function load(path) {
    const module = made.get(path) ?? (defined.has(path) ? makes(path) : fetched(path));
    made.set(path, module);
    return module;
  }

  /**
   * Begin with the modules of a page; what came later begins nothing by itself.
   * @param {string[]} paths
   */
  async function begin(paths) {
    if (came) return;
    came = paths.map((path) => path.slice(1)).join();
    await Promise.all(paths.map(load));
  }

  return { define, load, begin };
})();
