// What our service worker uses of its API; TypeScript's own types for pages and for workers cannot be used together.
export interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
export interface Fetched extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface Scope {
  /** What the table puts before the worker's code: the cache's name, its files, and which of them to show offline. */
  kept: { name: string; files: string[]; away: string };
  location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", hear: (event: Waiting) => void): void;
  addEventListener(name: "fetch", hear: (event: Fetched) => void): void;
}
