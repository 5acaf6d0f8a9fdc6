// Lets the table open from a phone's home screen without a network. Browsers allow it only at addresses they trust.

// After the page: nobody waits for it.
if ("serviceWorker" in navigator)
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(console.info));
