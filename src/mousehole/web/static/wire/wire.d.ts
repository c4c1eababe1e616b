/** What server and scripts say to each other, written by `./mousehole types` from the server's types. */

/** What a browser may send. */
export type FromBrowser =
  | Hello
  | Play
  | ThrowDice
  | Undo
  | Point
  | Chat
  | Sit
  | Again
  | AskHint
  | Ping;

/** What the server sends. */
export type FromServer =
  | ChatMessage
  | Welcome
  | Frames
  | Ack
  | Refusal
  | Seats
  | Pointed
  | Next
  | Hints
  | Changed
  | Gone
  | ComeBack
  | Pong;

/** First of all: the entry the browser knows, if any; `looks` is the seat that takes a shared screen. */
export interface Hello {
  type: "hello";
  version: number;
  known?: number | null;
  language?: string;
  looks?: number | null;
}

/** Choose an action by its number in the present turn. */
export interface Play {
  type: "play";
  seat: number;
  entry: number;
  action: number;
  ticket: string;
}

/** Let luck happen; with real dice the outcome is told by its number in the odds. */
export interface ThrowDice {
  type: "throw";
  seat: number;
  entry: number;
  ticket: string;
  outcome?: number | null;
}

/** Take the game back to a ply. */
export interface Undo {
  type: "undo";
  seat: number;
  entry: number;
  to: number;
  ticket: string;
}

/** Point at an offer for the others to see; None points at nothing. */
export interface Point {
  type: "point";
  action?: number | null;
}

/** Say something: own words, or a quick phrase or a face by its key. */
export interface Chat {
  type: "chat";
  text?: string;
  phrase?: string;
}

/** Put somebody in a seat: a person, a bot that takes over, or nobody. */
export interface Sit {
  type: "sit";
  seat: number;
  chair: Chair;
}

/** Who sits in a seat: a person, a bot of some level, or nobody yet. */
export interface Chair {
  kind: "bot" | "empty" | "person";
  name?: string;
  level?: string;
  face?: string;
}

/** Play again. */
export interface Again {
  type: "again";
}

/** Ask what each action is worth; the entry says of which position. */
export interface AskHint {
  type: "hint";
  entry: number;
}

/** Ask whether the other side is there. */
export interface Ping {
  type: "ping";
}

/** Somebody said something. */
export interface ChatMessage {
  type: "said";
  name: string;
  text: string;
  seat?: number;
  mark?: string;
  owner?: boolean;
  emote?: string;
}

/** Everything a browser needs to begin. */
export interface Welcome {
  type: "welcome";
  table: TableView;
  you: You;
  frame: FrameView;
  story: StoryPly[];
  chat?: ChatMessage[];
  version?: number;
}

/** What does not change with every move. */
export interface TableView {
  id: string;
  game: string;
  title: string;
  seats: SeatView[];
  seed_hash: string;
  levels: Record<string, string>;
  phrases: Record<string, string>;
  emotes: Record<string, string>;
  language: string;
  options: OptionsView;
  spectators: number;
  agreed: string[];
}

/** A seat as one viewer sees it. */
export interface SeatView {
  seat: number;
  name: string;
  kind: "bot" | "empty" | "person";
  team: string;
  face: string;
  level?: string;
  present?: boolean;
  you?: boolean;
  owner?: boolean;
  kept?: boolean;
}

/** How people play at a table. */
export interface OptionsView {
  shared: boolean;
  auto_throw: boolean;
  real_dice: boolean;
  chat: boolean;
  hints: boolean;
  muted: string[];
  stand_in: boolean;
  epochs: Record<string, number>;
}

/** What this viewer may do. */
export interface You {
  name: string;
  owner: boolean;
  seats: number[];
  muted: boolean;
}

/** The table after one entry, as one viewer sees it. */
export interface FrameView {
  entry: number;
  ply: number;
  scene?: SceneView;
  change?: SceneChange;
  snapshot?: boolean;
  event?: unknown;
  mover?: number;
  clicks?: string[];
  route?: string[];
  story?: string[];
  over?: OverView;
  turn: TurnView;
  undo?: number;
}

/** Everything one viewer sees of a position. */
export interface SceneView {
  size: [number, number];
  spots: SpotView[];
  pieces: PieceView[];
  prompt: string;
  panels: PanelView[];
  offers?: OfferView[];
  throw?: ThrowView;
  backdrop?: string;
  zones?: ZoneView[];
  page?: PageView;
  beats?: BeatView[];
  tense?: boolean;
  round?: boolean;
  chart?: ChartView;
  first_times?: FirstTimeView[];
  wings?: [number, number];
}

/** A place of the board: where pieces stand and people click. `at` is its centre, in board units. */
export interface SpotView {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  sprite?: string;
  turn?: number;
  label?: string;
  mark?: string;
  tint?: string;
  glow?: string;
  text?: string;
}

/** A thing that stands on a spot and moves: between two scenes the same key is the same piece. */
export interface PieceView {
  key: string;
  on: string;
  x: number;
  y: number;
  w: number;
  h: number;
  sprite?: string;
  motion?: "drop" | "flip" | "hop" | "none" | "pop" | "roll" | "slide" | "vanish";
  turn?: number;
  mirror?: boolean;
  label?: string;
  text?: string;
  mark?: string;
  tint?: string;
  pool?: string;
  tick?: number;
  sound?: string;
  enter?: "drop" | "flip" | "hop" | "none" | "pop" | "roll" | "slide" | "vanish";
  leave?: "drop" | "flip" | "hop" | "none" | "pop" | "roll" | "slide" | "vanish";
  number?: number;
}

/** A block of facts beside the board; one with a face is a card: its front is always seen, the rest on request. */
export interface PanelView {
  key: string;
  title: string;
  rows: RowView[];
  face?: string;
  glow?: string;
  over?: boolean;
  seat?: number;
}

/** A row of a panel: words, and where useful a value, a sprite, a meter; its mark explains those of the board. */
export interface RowView {
  label: string;
  value?: string;
  sprite?: string;
  meter?: [number, number];
  front?: boolean;
  ill?: number;
}

/** An action that can be chosen: by clicking these keys in turn, or by its label. */
export interface OfferView {
  action: number;
  clicks: string[];
  label: string;
  group: number;
  minor?: boolean;
  under?: string;
  tag?: string;
  beyond?: string[];
  hands?: string[];
  tone?: "" | "dare" | "safe";
  stake?: string[];
}

/** What a person taps to let luck happen. */
export interface ThrowView {
  clicks: string[];
  label: string;
  itself?: boolean;
}

/** Spots that a viewer may have shown on request, each with its words: where the cat can strike, for example. */
export interface ZoneView {
  key: string;
  label: string;
  shades: ShadeView[];
  glow: string;
}

/** A spot of a zone: the words written there ("1/2") and how strongly it is coloured, from 0 to 1. */
export interface ShadeView {
  spot: string;
  text: string;
  strength?: number;
}

/** A page of the tale, laid over the board until it is read: a picture, a title and the words. */
export interface PageView {
  title: string;
  words: string[];
  sprite?: string;
  cast?: string[];
}

/** A moment of what has just happened: its pieces move together, once those of the beats before have moved. */
export interface BeatView {
  pieces: string[];
  by?: string;
  word?: string;
  sound?: string;
  motion?: "drop" | "flip" | "hop" | "none" | "pop" | "roll" | "slide" | "vanish";
  apart?: boolean;
}

/** A map of where a game goes, what its goal asks for, and the next step. */
export interface ChartView {
  areas: AreaView[];
  gates?: GateView[];
  aims?: GoalPartView[];
  next?: string;
}

/** A part of the map: a board among several, as far as it is known. */
export interface AreaView {
  key: string;
  at: [number, number];
  label: string;
  words?: string[];
  sprite?: string;
  known?: "here" | "known" | "new";
  goal?: boolean;
}

/** A door of an area: at which edge, in which colour, and whether somebody has gone through it. */
export interface GateView {
  area: string;
  edge: "east" | "north" | "south" | "west";
  label: string;
  tint?: string;
  passed?: boolean;
}

/** Something that the goal asks for. */
export interface GoalPartView {
  words: string;
  done?: boolean;
}

/** What somebody should know who meets a thing for the first time; each browser shows it once. */
export interface FirstTimeView {
  key: string;
  words: string;
}

/** What changed in a scene since the one before; lists left out stay as they are, a throw or beats end. */
export interface SceneChange {
  prompt: string;
  spots?: ListEdit;
  pieces?: ListEdit;
  panels?: ListEdit;
  offers?: ListEdit;
  throw?: ThrowView;
  zones?: ListEdit;
  size?: [number, number];
  backdrop?: string;
  wings?: [number, number];
  page?: PageView;
  beats?: BeatView[];
  tense?: boolean;
  chart?: ChartView;
  first_times?: FirstTimeView[];
}

/** A list that changed: things at `on` get the fields in `set`, those at `cut` go, `put` are inserted at `at`. */
export interface ListEdit {
  on?: number[];
  set?: Record<string, unknown>[];
  cut?: number[];
  at?: number[];
  put?: unknown[];
}

/** How the game ended, in words and figures. */
export interface OverView {
  winners: number[];
  reason: string;
  text: string;
  score?: number;
  rating?: string;
  title?: string;
  drawn?: boolean;
  again?: boolean;
  tale?: string;
  onward?: boolean;
  seed?: string;
  check?: string;
  campaign?: string;
  figures?: RowView[];
}

/** Whose turn it is; `mine` when this viewer may move, `outcomes` where real dice are told. */
export interface TurnView {
  kind: "chance" | "decide" | "over";
  seat?: number;
  mine?: boolean;
  outcomes?: string[];
  covered?: boolean;
  faces?: FaceView[];
  dice?: number[][];
}

/** What a die shows. */
export interface FaceView {
  sprite: string;
  label: string;
}

/** A ply of the story. */
export interface StoryPly {
  ply: number;
  lines: string[];
  mover?: number;
}

/** What happened since. */
export interface Frames {
  type: "frames";
  frames: FrameView[];
}

/** A move was written for good. */
export interface Ack {
  type: "ack";
  ticket: string;
  entry: number;
  ply: number;
}

/** A move was not taken; nothing has changed. */
export interface Refusal {
  type: "refused";
  reason: "broken" | "busy" | "malformed" | "no_hints" | "no_such_action" | "no_undo" | "not_allowed" | "not_your_seat" | "not_your_turn" | "stale" | "stopped" | "too_fast" | "too_large" | "too_much" | "version";
  text: string;
  ticket?: string;
  entry?: number;
}

/** Who sits where, who is there, and what the levels of bots are called here: that may change with a solution. */
export interface Seats {
  type: "seats";
  seats: SeatView[];
  levels: Record<string, string>;
  spectators?: number;
}

/** Somebody points at an offer. */
export interface Pointed {
  type: "pointed";
  name: string;
  seat?: number;
  action?: number;
}

/** The group plays again, here. */
export interface Next {
  type: "next";
  address: string;
}

/** What each action is worth; `solve` where the board could be solved, so that estimates become exact. */
export interface Hints {
  type: "hints";
  entry: number;
  exact: boolean;
  kind: string;
  rows: HintRow[];
  solve?: boolean;
  tip?: string;
  advised?: number;
  glow?: string[];
}

/** What an action is worth: as shares of one, and in words. */
export interface HintRow {
  action: number;
  chance: number;
  low: number;
  high: number;
  words: string;
  lost: string;
  loss?: number;
  clear?: boolean;
  reason?: string;
}

/** The owner has changed how people play at this table. */
export interface Changed {
  type: "changed";
  options: OptionsView;
  muted?: boolean;
}

/** This viewer has no rights here any longer; the last message, and the page stays away. */
export interface Gone {
  type: "gone";
  reason: "broken" | "deleted" | "left" | "removed" | "revoked";
  text: string;
}

/** This server ends, another goes on: the last message; come back at any moment within so many seconds. */
export interface ComeBack {
  type: "come_back";
  within: number;
}

/** Say that this side is there. */
export interface Pong {
  type: "pong";
}

/** What went wrong, in words; `why` says to a program what a family need not know. */
export interface Failure {
  problem: string;
  why?: string;
}

/** Where the table is that was opened. */
export interface Opened {
  address: string;
}

/** The trophies that the visitor has earned by a game. */
export interface TrophyNews {
  trophies: TrophyView[];
  best: string;
  exact: boolean;
  week: string;
}

/** A trophy, in words. */
export interface TrophyView {
  name: string;
  words: string;
  sprite: string;
}

/** What a thing on the board is and does; empty where nobody knows. */
export interface AboutView {
  words: string;
}

/** The seats of a set-up, with the faces they have until somebody chooses, and what is wrong with it. */
export interface CheckedForm {
  seats: string[];
  faces: string[];
  problems: FieldNote[];
}

/** What is wrong with a field of a form; a notice stops nobody. */
export interface FieldNote {
  field: string;
  text: string;
  notice: boolean;
  mend: string[];
}

/** A range of plies. */
export interface Film {
  frames: FrameView[];
}

/** A guided game; a frame for the beginning and one after each step. */
export interface Lesson {
  title: string;
  intro: string;
  outro: string;
  seat: number;
  frames: FrameView[];
  steps: LessonStepView[];
  begin: number;
  next: string;
  play: Record<string, string>;
  names: string[];
  faces: string[];
}

/** A step of a guided game: who does it, and what is said before and after. */
export interface LessonStepView {
  mover: number | null;
  thrower: number | null;
  action: number | null;
  say: string;
  after: string;
}

/** A sketch; `changes` are the fields that each offer leads to, by its action. */
export interface SketchView {
  solved: boolean;
  obstacle: string;
  play: string;
  other: string;
  fields: Record<string, string>;
  scene: SceneView;
  changes: Record<string, string>[];
  note: string;
  wrong: boolean;
  text: string;
  ready: boolean;
}

/** What the choices at a sketched position are worth, or the position itself before a roll. */
export interface SketchHints {
  rows: SketchHint[];
  kind: string;
  value: string;
}

/** What an action at a sketched position is worth, and the fields of the position after it. */
export interface SketchHint {
  action: number;
  chance: number;
  low: number;
  high: number;
  words: string;
  lost: string;
  loss?: number;
  clear?: boolean;
  reason?: string;
  label: string;
  fields: Record<string, string>;
}

/** A puzzle without its answer; one that does not count is for practice. */
export interface PuzzleView {
  name: string;
  question: string;
  scene: SceneView;
  facts: PuzzleFact[];
  counts: boolean;
}

/** A figure about how somebody gets on with puzzles. */
export interface PuzzleFact {
  label: string;
  value: string;
}

/** What an answer is worth beside all others, and how somebody gets on after it. */
export interface PuzzleAnswer {
  right: boolean;
  words: string;
  rows: PuzzleRowView[];
  kind: string;
  facts: PuzzleFact[];
  counted: boolean;
}

/** What an action at a puzzle is worth, and whether it is an answer. */
export interface PuzzleRowView {
  action: number;
  chance: number;
  low: number;
  high: number;
  words: string;
  lost: string;
  loss?: number;
  clear?: boolean;
  reason?: string;
  label: string;
  best: boolean;
}

/** How far a board is solved. */
export interface WorkView {
  stage: "done" | "failed" | "given up" | "none" | "waiting" | "working";
  done: number;
  total: number;
  left: number | null;
  words: string;
  problem: string;
  found: FoundChance[];
}

/** A chance that was worked out. */
export interface FoundChance {
  label: string;
  chance: number;
  words: string;
}

/** A review, or how far it is, or why there is none. */
export interface ReviewAnswer {
  review?: ReviewView;
  done?: number;
  total?: number;
  words?: string;
  problem?: string;
}

/** A finished game in hindsight. */
export interface ReviewView {
  exact: boolean;
  kind: string;
  start: number;
  whose: string;
  moments: MomentView[];
  sums: string[];
  verdict: string;
  balance: RowView[];
  costliest: number[];
  solve: boolean;
}

/** An event of a reviewed game, and what it changed. */
export interface MomentView {
  ply: number;
  chance: number;
  percent: string;
  seat: number | null;
  ours: boolean;
  swing: number;
  loss: number;
  points: string;
  story: string;
  better: string;
  explore: string;
}
