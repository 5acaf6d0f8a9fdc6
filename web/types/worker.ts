// What a service worker knows and hears, as far as ours uses it: the types of pages and of workers exclude each other.
export interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
export interface Fetched extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface Scope {
  /** What the table puts before the worker: the version's name, which files it keeps, and the calm one among them. */
  kept: { name: string; files: string[]; away: string };
  location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", hear: (event: Waiting) => void): void;
  addEventListener(name: "fetch", hear: (event: Fetched) => void): void;
}
