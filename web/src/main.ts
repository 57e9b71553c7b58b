/** The first picture is index.html as it is, the page's name; all else waits until it is painted. */
const SOON = 100; // milliseconds; a window that nobody sees paints nothing

const painted = new Promise<void>((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, SOON);
});

const target = document.getElementById("page");
if (target) void painted.then(() => import("./start")).then(({ start }) => start(target));
