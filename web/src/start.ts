/** Mounts the page in place of the splash screen, once its texts are loaded. */
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import { texts } from "./lib/texts.svelte";

export async function start(target: HTMLElement): Promise<void> {
  await texts.load(settings.language);
  target.replaceChildren();
  mount(App, { target });
}
