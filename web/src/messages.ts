// Every message between a page and the server. `make types` writes this file from
// src/menagerie/server/schemas; docs/protocol.md explains it.

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A move, a position document, an edition: each game has its own (docs/formats). */
export type JsonObject = { [name: string]: Json };

export type Clock = "none" | "30s" | "2m" | "1d";

export type State = "waiting" | "playing" | "over";

export type Language = "en" | "fr" | "it";

export type Reaction =
  | "hello"
  | "bravo"
  | "thanks"
  | "oops"
  | "wow"
  | "laugh"
  | "thinking"
  | "hurry";

export type Level = "random" | "easy" | "normal" | "hard" | "expert";

/** A table to be created. Its creator takes the first seat that no bot has. */
export interface NewTable {
  /** Its name, as the list of games has it. */
  game: string;
  players: number;
  name: string;
  /** Of the game; the others have their defaults. */
  options?: Record<string, boolean | number | string>;
  /** Components of your own; null is the standard edition. */
  edition?: JsonObject | null;
  /** By seat. */
  bots?: Record<string, Level>;
  /** Listed for everybody, or by invitation only. */
  open?: boolean;
  /** How long a decision may take. */
  clock?: Clock;
  /** Whether pages may give advice at this table. */
  hints?: boolean;
}

/** A player's contribution to the deal, made after seeing the hash of the server's secret. */
export interface EntropyRequest {
  entropy: string;
}

/** A player sits down, at a chosen seat or at the first free one. */
export interface NewSeat {
  name: string;
  seat?: number | null;
  entropy?: string;
}

/** Revoke your token: on a borrowed computer, or if somebody else may have it. */
export interface ForgetRequest {
  /** Whether a new token, in the cookie, keeps your seats. */
  keep?: boolean;
}

/** A move, in answer to the view with that number. */
export interface MoveRequest {
  type: "move";
  number: number;
  move: JsonObject;
}

/** Take your last decision back. */
export interface UndoRequest {
  type: "undo";
  number: number;
}

/** Send everything after the view with that number again. */
export interface ResumeRequest {
  type: "again";
  since: number;
}

/** A reaction from a fixed set, shown to everybody at the table. */
export interface ReactionRequest {
  type: "react";
  reaction: Reaction;
}

/** Ask what your points would be right after each legal move of the view with that number. */
export interface PreviewRequest {
  type: "preview";
  number: number;
}

/** Ask what the coach would play, in answer to the view with that number. */
export interface HintRequest {
  type: "hint";
  number: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  /** Null where nobody sits. */
  name: string | null;
  /** Its level, where a bot sits. */
  bot: string | null;
  /** Whether its player is connected; always true for a bot. */
  here: boolean;
  /** Until its owner returns. */
  played_by_bot: boolean;
  /** Whether they contributed entropy to the deal. */
  added: boolean;
}

/** What proves that the deal was fair; the secret and the entropy follow after the game. */
export interface Deal {
  /** The SHA-256 of the secret, from the beginning. */
  commitment: string;
  secret: string | null;
  entropy: string[] | null;
}

/** A table as everybody sees it. */
export interface TableInfo {
  id: string;
  /** Six letters to join by; null once the game is over. */
  code: string | null;
  game: string;
  players: number;
  options: Record<string, boolean | number | string>;
  state: State;
  open: boolean;
  clock: Clock;
  hints: boolean;
  seats: SeatInfo[];
  deal: Deal;
  /** The table of the rematch. */
  next: string | null;
  /** Seconds since 1970. */
  created: number;
}

/** Where you sit; the token that proves it is in a cookie. */
export interface Seated {
  table: TableInfo;
  seat: number;
}

/** One decision: a move, or an undo. */
export interface LogEntryInfo {
  kind: "move" | "undo";
  seat: number;
  /** Clock: a bot, because time was up. */
  by: "player" | "bot" | "clock";
  /** Null for an undo. */
  move: JsonObject | null;
}

/** A finished game: enough to replay it, and to check its deal. */
export interface TableLog {
  header: JsonObject;
  lines: LogEntryInfo[];
  deal: Deal;
}

/** A move that may be made now. */
export interface LegalMove {
  move: JsonObject;
  words: string;
}

/** What happened: who did what, and a line of text for each thing that was seen. */
export interface GameEvent {
  kind: "move" | "undo";
  seat: number;
  /** Clock: a bot, because time was up. */
  by: "player" | "bot" | "clock";
  /** Made or taken back, as far as you may see it. */
  move: JsonObject;
  words: string[];
}

/** All that a seat, or a watcher, may know at one moment. */
export interface SeatView {
  /** How many entries the log has. */
  number: number;
  /** A position document, null for what is hidden. */
  view: JsonObject;
  /** The seat that is to decide; null when the game is over. */
  turn: number | null;
  /** What is asked of it, in words. */
  question: string;
  /** Yours, when it is your turn; else empty. */
  legal: LegalMove[];
  /** Whether you can take your last decision back. */
  may_undo: boolean;
  /** As if the game ended now; null where that is hidden. */
  points: (number | null)[];
  over: boolean;
  /** Seats; empty before the end. */
  winners: number[];
  /** When a bot moves for the player to move; seconds since 1970. */
  deadline: number | null;
}

/** The first message of a socket: where you are, and the whole view if the game is on. */
export interface Welcome {
  type: "welcome";
  /** Null for a watcher. */
  seat: number | null;
  table: TableInfo;
  /** Null before the deal. */
  sight: SeatView | null;
  /** The clock of the server, to compare deadlines with. */
  now: number;
}

/** One log entry, as a seat sees it. */
export interface GameUpdate {
  type: "update";
  events: GameEvent[];
  sight: SeatView;
}

/**
 * The table's seats, connections or state changed.
 *
 * Somebody took or left a seat, connected, disconnected or added entropy; a bot took over; the
 * game is over; or there is a rematch (`next`).
 */
export interface TableUpdate {
  type: "table";
  table: TableInfo;
}

/** A reaction of a player, including your own. */
export interface ReactionEvent {
  type: "reaction";
  seat: number | null;
  reaction: Reaction;
}

/** A move that was already played: it was sent twice and counts once (idempotent). */
export interface AcceptedReply {
  type: "accepted";
  /** Of the view that came after it. */
  number: number;
}

/** Your points right after each of your legal moves, in the order of `legal`. */
export interface PreviewReply {
  type: "previewed";
  /** Of the view. */
  number: number;
  /** Null where it depends on chance, or on what you may not know. */
  points: (number | null)[];
}

/** What the coach thinks of a move. It knows what you know. */
export interface HintMove {
  move: JsonObject;
  words: string;
  /** The chance to win, from 0 to 1; a tie is shared. */
  win: number;
  /** Half of the 95% interval around it. */
  unsure: number;
  /** Your points in the end, on average. */
  points: number;
}

/** What the coach would play. */
export interface HintReply {
  type: "advice";
  /** Of the view. */
  number: number;
  /** The best first. */
  moves: HintMove[];
  /** The best move, and your moves after it until chance decides; in words. */
  line: string[];
}

/** What was wrong, and what is allowed; nothing was changed. */
export interface ErrorReply {
  type: "error";
  code: "bad" | "illegal" | "late" | "watcher" | "slow_down" | "state" | "unavailable";
  message: string;
  /** Its number, if a rule of the game forbids it. */
  rule: string | null;
  /** The latest view. */
  number: number | null;
}

/** A choice for a table of a game. */
export interface OptionInfo {
  name: string;
  /** In words. */
  title: string;
  allowed: (boolean | number | string)[];
  /** Of what is allowed, in the same order. */
  titles: string[];
  /** By the number of players. */
  default: Record<string, boolean | number | string>;
}

/** A game, in the language that was asked for. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  /** How long a game takes, about. */
  minutes: number;
  /** How many can play. */
  players: number[];
  options: OptionInfo[];
}

/** One rule, in our own words. */
export interface RuleInfo {
  number: string;
  /** Null where the rulebook says nothing. */
  text: string | null;
  /** Our decision where the rulebook leaves it open. */
  ruling: string | null;
}

/** The rules about one thing. */
export interface SectionInfo {
  /** Their numbers begin with it, after the hyphen. */
  letter: string;
  title: string;
  rules: RuleInfo[];
}

/** All rules of a game, in the language that was asked for. */
export interface RulesInfo {
  game: string;
  title: string;
  goal: string;
  sections: SectionInfo[];
}

/** Points from one source. */
export interface SheetPart {
  /** The same in every language. */
  name: string;
  label: string;
  points: number;
}

/** What a seat has. */
export interface SheetSeat {
  /** Null where that is hidden from you. */
  total: number | null;
  /** Null where hidden; they add up to the total. */
  parts: SheetPart[] | null;
}

/** Everybody's score as if the game ended now, in detail, as far as you may know it. */
export interface ScoreSheet {
  /** Of the view. */
  number: number;
  seats: SheetSeat[];
}

/** The table after one log entry; the first step is the deal. */
export interface ReplayStep {
  /** How many entries came before. */
  number: number;
  /** Who decided; null in the first step. */
  seat: number | null;
  by: "player" | "bot" | "clock" | null;
  kind: "move" | "undo" | null;
  /** Made or taken back. */
  move: JsonObject | null;
  words: string[];
  /** A position document with nothing hidden. */
  view: JsonObject;
  /** Null at the end. */
  turn: number | null;
  points: number[];
  /** Seats, tie-breaks counted; empty before the end. */
  winners: number[];
}

/** A finished game, open to everybody. */
export interface Replay {
  frames: ReplayStep[];
}

/** A move at which the game turned, by a choice or by chance. */
export interface TurningPoint {
  /** Of the step that it led to. */
  number: number;
  seat: number;
  /** The move; then what was better, and what chance did. */
  words: string[];
}

/** The coach is still reviewing the game. */
export interface ReviewBegun {
  done: false;
  /** From 0 to 1. */
  progress: number;
}

/** What the coach thinks of a finished game. */
export interface Review {
  done: true;
  /** Everybody's chance to win at each step; at the end, who won. */
  chances: number[][];
  turning_points: TurningPoint[];
  /** By seat: wins that chance gave, or took. */
  luck: number[];
  /** By seat: wins that were given away. */
  lost: number[];
}

/** Whatever may be sent on a socket. */
export type SocketRequest =
  | MoveRequest
  | UndoRequest
  | ResumeRequest
  | ReactionRequest
  | PreviewRequest
  | HintRequest;

/** Whatever a socket may receive. */
export type SocketReply =
  | Welcome
  | GameUpdate
  | TableUpdate
  | ReactionEvent
  | AcceptedReply
  | PreviewReply
  | HintReply
  | ErrorReply;
