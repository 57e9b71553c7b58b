/** HTTP requests about a table: its score sheet, replay and log. */
import type { ReplayStep, Replay, ScoreSheet, SeatView, TableInfo, TableLog } from "../messages";
import { get } from "../lib/api";
import { settings } from "../lib/settings.svelte";

/** The score tables of all seats ask for the same sheet at once. */
const sheetCache = new Map<string, Promise<ScoreSheet>>();
const MAX_CACHED_SHEETS = 4;

/** The current score sheet of all seats, cached by the view it was requested for. */
export function fetchScoreSheet(id: string, number: number): Promise<ScoreSheet> {
  const key = `${id} ${number} ${settings.language}`;
  let sheet = sheetCache.get(key);
  if (!sheet) {
    sheet = get<ScoreSheet>(`tables/${id}/sheet?lang=${settings.language}`);
    sheet.catch(() => sheetCache.delete(key));
    sheetCache.set(key, sheet);
    const oldest = sheetCache.keys().next().value;
    if (sheetCache.size > MAX_CACHED_SHEETS && oldest !== undefined) sheetCache.delete(oldest);
  }
  return sheet;
}

export const fetchReplay = (id: string): Promise<Replay> =>
  get<Replay>(`tables/${id}/replay?lang=${settings.language}`);

export const fetchTable = (id: string): Promise<TableInfo> => get<TableInfo>(`tables/${id}`);

export const fetchLog = (id: string): Promise<TableLog> => get<TableLog>(`tables/${id}/log`);

/** The view a board needs to show a step of a replay: nothing is hidden, no move is legal. */
export function viewOfStep(step: ReplayStep): SeatView {
  return {
    number: step.number,
    view: step.view,
    turn: step.turn,
    question: "",
    legal: [],
    may_undo: false,
    points: step.points,
    over: step.turn === null,
    winners: step.winners,
    deadline: null,
  };
}
