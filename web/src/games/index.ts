/** The pictures and titles of the games, and their boards, each loaded on demand. */
import type { Component } from "svelte";
import type { GameInfo } from "../messages";
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { GameModule } from "./contract";
import CatboxPicture from "./catbox/Picture.svelte";
import CubosaursPicture from "./cubosaurs/Picture.svelte";
import IncubationPicture from "./incubation/Picture.svelte";

/** The pictures of the games on the home page. */
export const pictures: Record<string, Component> = {
  catbox: CatboxPicture,
  cubosaurs: CubosaursPicture,
  incubation: IncubationPicture,
};

const modules: Record<string, () => Promise<GameModule>> = {
  catbox: () => import("./catbox"),
  cubosaurs: () => import("./cubosaurs"),
  incubation: () => import("./incubation"),
};

/** The title of a game and more, in the page's language. */
export const fetchGameInfo = (game: string): Promise<GameInfo> =>
  get<GameInfo>(`games/${game}?lang=${settings.language}`);

/** Loads the module of a game; a game without one gets the fallback board. */
export function loadGame(game: string): Promise<GameModule> {
  return (modules[game] ?? (() => import("./fallback")))();
}
