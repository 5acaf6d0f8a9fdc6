// A page of a tournament is loaded anew when something was decided, or a result came in; not while somebody types.
const EACH_MS = 3000;
const page = /** @type {HTMLElement} */ (document.querySelector("[data-fresh]"));
const known = Number(page.dataset.log);

async function look() {
  const busy = document.activeElement?.closest("form") || document.hidden;
  if (!busy) {
    try {
      const answer = await fetch(String(page.dataset.fresh));
      if (answer.ok && (await answer.json()).log.length !== known) {
        location.reload();
        return;
      }
    } catch (error) {
      console.info("the hub does not answer", error); // it is asked again
    }
  }
  setTimeout(look, EACH_MS);
}

setTimeout(look, EACH_MS);
