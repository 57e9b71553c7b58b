/** Loads the page after the first paint: index.html shows the title without any script. */
const FIRST_PAINT_TIMEOUT_MS = 100; // a hidden window never paints

const painted = new Promise<void>((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, FIRST_PAINT_TIMEOUT_MS);
});

const target = document.getElementById("page");
if (target) void painted.then(() => import("./start")).then(({ start }) => start(target));
