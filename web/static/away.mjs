// While the table is not to be reached: tries again by itself, and goes back as soon as it answers.

const EVERY_MS = 3000;
const HERE = "/away"; // opened by its own name there is nothing to go back to

async function tryAgain() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer) location.replace(location.pathname === HERE ? "/" : location.href);
}

addEventListener("online", tryAgain);
setInterval(tryAgain, EVERY_MS);
