/** The boards of all games, each loaded when it is played. */
import type { Component } from "svelte";
import type { GameInfo } from "../messages";
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { GameModule } from "./contract";
import CatboxPicture from "./catbox/Picture.svelte";
import CubosaursPicture from "./cubosaurs/Picture.svelte";
import IncubationPicture from "./incubation/Picture.svelte";

/** The picture of a game on its door. */
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

/** What a game is called, and more, in the language that was chosen. */
export const fetchGameInfo = (game: string): Promise<GameInfo> =>
  get<GameInfo>(`games/${game}?lang=${settings.language}`);

/** A game that nobody has drawn yet is played by words alone. */
export function loadGame(game: string): Promise<GameModule> {
  return (modules[game] ?? (() => import("./fallback")))();
}
