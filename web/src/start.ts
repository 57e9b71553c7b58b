/** The page begins: it takes the place of its name, once it knows what to say. */
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import { texts } from "./lib/texts.svelte";

export async function start(target: HTMLElement): Promise<void> {
  await texts.load(settings.language);
  target.replaceChildren();
  mount(App, { target });
}
