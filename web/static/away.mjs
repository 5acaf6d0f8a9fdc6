// The page that a phone shows while it cannot reach the table: it retries, and goes back when the table answers.

const EVERY_MS = 3000;
const HERE = "/away"; // opened directly, there is no page to go back to

async function tryAgain() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer) location.replace(location.pathname === HERE ? "/" : location.href);
}

addEventListener("online", tryAgain);
setInterval(tryAgain, EVERY_MS);
