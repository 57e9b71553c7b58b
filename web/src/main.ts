import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./lib/settings.svelte";
import { texts } from "./lib/texts.svelte";

const target = document.getElementById("page");
if (target) {
  await texts.load(settings.language); // until then the page shows its name, as index.html has it
  target.replaceChildren();
  mount(App, { target });
}
