// Made by `make types` of the description that the table serves of its API: nothing to be changed by hand.

export type PostSetupBody = Begin | Say | Other;
export type PostNetworkBody = Join | LookOrStay;
export type GetHistory = PastGame[];
export type GetHistoryEvents = {
  seq: number;
  /**
   * Seconds of the game.
   */
  t: number;
  event: string;
}[];
export type GetHistoryPictures = Picture[];
export type GetPeople = PersonStanding[];
export type GetRecords = HeldRecord[];
export type GetTournaments = DescribedTournament[];
export type PostTabletopBody = Touch | Put | Lift | Press | Release;
export type PostHandsBody =
  | Deal
  | TurnUp
  | Lay
  | Take
  | TouchPad
  | Search
  | Move
  | Draw
  | Show
  | Give
  | Vanish
  | Fetch
  | Sort
  | PutBack
  | PutBelow;
export type PostTagsBody = Name | Ignore;
export type PostEnrolmentBody = Start | Step;

/**
 * Say for which zone the next card is; null: for none after all.
 */
export interface Aim {
  seat: number;
  zone: string | null;
}
/**
 * Say yes or no to the claim that is shown; a no from whoever asked withdraws it.
 */
export interface Answer {
  id: string;
  agree: boolean;
}
/**
 * Begin: how many pads and seats the table has, and whether lights hang on it.
 */
export interface Begin {
  do: "begin";
  pads: number;
  seats: number;
  lights?: boolean;
}
/**
 * What lies before people, as `cardtable score` takes it; the cards are those of this table's decks.
 */
export interface BoardToCount {
  board: {
    [k: string]: unknown;
  };
}
/**
 * The name that somebody says.
 */
export interface Called {
  name: string;
}
/**
 * Make a choice that neither a card nor a button can express; seat 0 is the host.
 */
export interface Choice {
  seat?: number;
  choice: string;
  value?: number | string | null;
}
/**
 * What went wrong on a page: where, what, and after which event. `where` is file, line and column.
 */
export interface Complaint {
  page: string;
  error: string;
  where?: string;
  stack?: string;
  seq?: number | null;
}
/**
 * All corrections: an owner's file, as TOML.
 */
export interface Corrections {
  toml: string;
}
/**
 * Shuffle all cards and deal them, and turn the first one up.
 */
export interface Deal {
  do: "deal";
}
/**
 * Draw a card, or several.
 */
export interface Draw {
  seat: number;
  do: "draw";
  count?: number;
}
/**
 * A finger goes down or comes up: the number of the edge, counted by the page, and its stamp.
 */
export interface Edge {
  number: number;
  at_us: number;
  down: boolean;
}
/**
 * Take back a card that had vanished.
 */
export interface Fetch {
  seat: number;
  do: "fetch";
  card: string;
}
/**
 * Forget every tag of a card.
 */
export interface Forget {
  card: string;
}
/**
 * Forget a name.
 */
export interface Forgotten {
  name: string;
}
/**
 * Give a card to another seat.
 */
export interface Give {
  seat: number;
  do: "give";
  card: string;
  to: number;
}
/**
 * Say that an unknown card is not ours.
 */
export interface Ignore {
  do: "ignore";
  alias: string;
}
/**
 * Install the update of so many bytes that was sent; `anyway`: even if a game is on.
 */
export interface Install {
  size: number;
  anyway?: boolean;
}
/**
 * Join a Wi-Fi. `password` is empty for an open one, and null for one that the table knows.
 */
export interface Join {
  do: "join";
  name: string;
  password: string | null;
  hidden?: boolean;
  country?: string | null;
}
/**
 * Keep games or not: that which is on, or all from now on.
 */
export interface Keep {
  keep: boolean;
  all?: boolean;
}
/**
 * Lay a card, or two as one.
 */
export interface Lay {
  seat: number;
  do: "lay";
  /**
   * @maxItems 99
   */
  cards: string[];
  zone: string;
}
/**
 * Drop the correction of a card.
 */
export interface Leave {
  code: string;
}
/**
 * Lift a card.
 */
export interface Lift {
  do: "lift";
  card: string;
}
/**
 * A line for a card: `code`, how many `copies` the box has, and what is printed on it, in the game's terms.
 */
export interface Line {
  card: {
    [k: string]: unknown;
  };
  anew?: boolean;
}
/**
 * The host's PIN: six digits, with or without a space in the middle.
 */
export interface Login {
  pin: string;
}
/**
 * Look which Wi-Fi there is, or stay in the table's own.
 */
export interface LookOrStay {
  do: "look" | "stay";
}
/**
 * Move an open card to another pile.
 */
export interface Move {
  seat: number;
  do: "move";
  card: string;
  zone: string;
}
/**
 * Name an unknown card.
 */
export interface Name {
  do: "name";
  alias: string;
  label: string;
}
/**
 * Begin a game; what is left out stays as in the last game. A null name leaves a seat empty.
 */
export interface NewGame {
  game?: string | null;
  players?: (string | null)[] | null;
  options?: {
    [k: string]: unknown;
  } | null;
}
/**
 * Begin a tournament: which games count, all if none is named, among whom, and in which teams of two, if in any.
 */
export interface NewTournament {
  kind: "best_of" | "ladder";
  /**
   * @minItems 2
   * @maxItems 16
   */
  players: string[];
  title?: string | null;
  /**
   * @maxItems 16
   */
  games?: string[];
  best_of?: number;
  /**
   * @maxItems 16
   */
  teams?: string[][];
}
/**
 * An empty body.
 */
export interface Nothing {}
/**
 * Who sits where: at seat 1 who sat at the first of these seats, and so on. Seats that are left out stay.
 */
export interface Order {
  /**
   * @minItems 2
   */
  order: number[];
}
/**
 * Stop the set-up; stop the table to set it up; or start the table again.
 */
export interface Other {
  do: "stop" | "open" | "leave";
}
/**
 * A part of a backup, from byte `at`, as base64; 0 starts over.
 */
export interface Part {
  at: number;
  part: string;
}
/**
 * Start practising at a seat: the game that is on, or another one, by a name.
 */
export interface Practise {
  seat: number;
  game?: string | null;
  name?: string | null;
}
/**
 * Press a button until it is released; or tap it, hold it or press it twice, as the phone has timed it.
 *
 * `stays`: the finger that holds stays until it is released. `contests`: it is meant to contest a card, and nothing
 * else; `means`: to make this choice, and no other.
 */
export interface Press {
  do: "press";
  seat: number;
  contests?: boolean;
  gesture?: ("tap" | "hold" | "double") | null;
  stays?: boolean;
  means?: string | null;
}
/**
 * Leave a card on a pad.
 */
export interface Put {
  do: "put";
  card: string;
  zone: string;
}
/**
 * Put a card on top of the draw pile.
 */
export interface PutBack {
  seat: number;
  do: "put_back";
  card: string;
}
/**
 * Put cards of the hand under the draw pile.
 */
export interface PutBelow {
  seat: number;
  do: "put_below";
  /**
   * @minItems 1
   * @maxItems 99
   */
  cards: string[];
}
/**
 * Begin a game with robots at once; without a number of them as many as it needs. `name` is the asker's.
 */
export interface Quick {
  game: string;
  robots?: number | null;
  kind?: "easy" | "keen";
  name?: string | null;
}
/**
 * Release a button.
 */
export interface Release {
  do: "release";
  seat: number;
}
/**
 * What the phone's clock shows, in us, and the edges that were not acknowledged yet.
 *
 * `clock` is another number whenever that clock may have stood still. `reply` is the number of an answer that no
 * report has named yet, and `heard_us` when it was heard. `down`: a finger is on the button. `grain_us`: how coarse
 * the clock is.
 */
export interface Reported {
  clock: number;
  said_us: number;
  reply?: number | null;
  heard_us?: number;
  down?: boolean;
  /**
   * @maxItems 32
   */
  edges?: Edge[];
  grain_us?: number;
}
/**
 * Everybody's points by name, in each round; `options` are what was agreed on, as on a board.
 */
export interface Rounds {
  /**
   * @maxItems 16
   */
  rounds: {
    [k: string]: number;
  }[];
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Answer the question of that number: a word, a seat, or pins and where lights hang.
 */
export interface Say {
  do: "say";
  question: number;
  answer: string | number | (string | number)[];
}
/**
 * Search the draw pile for the named card, take it, and shuffle the rest.
 */
export interface Search {
  seat: number;
  do: "search";
}
/**
 * Seat a robot.
 */
export interface Seated {
  seat: number;
  kind?: "easy" | "keen";
}
/**
 * Touch every card of the hand to the seat's pad, to be counted.
 */
export interface Show {
  seat: number;
  do: "show";
}
/**
 * Move the hand as if to sort it: a bluff where hands are watched.
 */
export interface Sort {
  seat: number;
  do: "sort";
}
/**
 * Start tagging a deck, from where it was left off. A game's name stands for its usual deck.
 */
export interface Start {
  do: "start";
  deck: string;
}
/**
 * Skip the card that is asked for, undo the last step, or stop.
 */
export interface Step {
  do: "skip" | "back" | "stop";
}
/**
 * The tags of a deck: UIDs in full, lower-case hex, and the codes of cards.
 */
export interface Tags {
  tags: {
    [k: string]: string;
  };
}
/**
 * Touch a card that lies on a pile again and take it back.
 */
export interface Take {
  seat: number;
  do: "take";
  card: string;
}
/**
 * Take a seat, by a name: a robot makes room only if that can be had.
 */
export interface Taken {
  name?: string | null;
}
/**
 * Let a card touch a pad.
 */
export interface Touch {
  do: "touch";
  card: string;
  zone: string;
}
/**
 * Touch one's own pad with a card, or with two as one, from the hand or from before the player.
 */
export interface TouchPad {
  seat: number;
  do: "touch";
  /**
   * @maxItems 99
   */
  cards: string[];
}
/**
 * Turn the draw pile's top card up.
 */
export interface TurnUp {
  do: "turn_up";
}
/**
 * A part of an update, from byte `at`, as base64; 0 starts over.
 */
export interface UpdatePart {
  at: number;
  part: string;
}
/**
 * Let a card vanish.
 */
export interface Vanish {
  seat: number;
  do: "vanish";
  card: string;
}
/**
 * Retry; restore the last backup; save what can be read; start from scratch; or leave out games of other packages.
 *
 * `pin` is the host's, for whoever is not host yet.
 */
export interface Wish {
  do: "retry" | "previous" | "salvage" | "new" | "without_packages";
  pin?: string | null;
}
/**
 * A pile.
 */
export interface PileView {
  /**
   * The code of the card on top.
   */
  top: string | null;
  count: number | null;
  /**
   * How many cards besides lie wrong there, where nobody sees them.
   */
  wrong?: number | null;
}
/**
 * A seat of the table.
 */
export interface SeatView {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Null where it must stay unknown.
   */
  hand: number | null;
  /**
   * Of what kind the robot is that plays here; null: it is a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * The cards that this seat owes others, until they are given.
   */
  owes?: Owed[] | null;
  /**
   * How many cards of its hand were counted; null: the hand is not counted now.
   */
  counting?: number | null;
}
/**
 * Cards that a seat owes; `to` null: to whom it likes.
 */
export interface Owed {
  /**
   * Null: to anybody.
   */
  to: number | null;
  count: number;
}
/**
 * A race that is open: a slap, a match, or the time in which a card can be contested.
 */
export interface RaceView {
  race: ("contest" | "match" | "slap") | null;
  seats: number[] | null;
  /**
   * Whose card is contested.
   */
  by?: number | null;
  /**
   * In seconds of the game.
   */
  closes_at: number | null;
  /**
   * How long it may still last; absent if nothing ends it by itself.
   */
  left_s?: number;
}
/**
 * What lies where it must not.
 */
export interface CorrectionView {
  zone: string;
  /**
   * None where nobody may know which.
   */
  cards: string[] | null;
  /**
   * The zone to which the card belongs that was turned over; it is told as the top there.
   */
  to?: string;
  /**
   * The face that is up, by card, where cards have two.
   */
  faces?: {
    [k: string]: number | string;
  };
}
/**
 * Whose last play may be taken back, and where it is.
 */
export interface TakeBackView {
  seat: number | null;
  zone: string | null;
}
/**
 * What the table cannot see and must be told.
 */
export interface QuestionView {
  choice: string;
  seats: number[];
  text: string;
  options: AnswerView[];
}
/**
 * An answer to a question.
 */
export interface AnswerView {
  answer: number | string;
  label: string;
  /**
   * What the question is about.
   */
  cards: string[];
}
/**
 * What a gesture of a button says.
 */
export interface GestureView {
  /**
   * What is chosen by it, such as `pass`.
   */
  choice: string;
  /**
   * The same in a word or two.
   */
  says: string;
}
/**
 * The game that people wait for, and how many more it needs.
 */
export interface Waiting {
  game: string;
  missing: number;
}
/**
 * A card that a robot asks people to lay: `place` of `of` in its row, from the left.
 */
export interface AskedView {
  seat: number;
  place: number;
  of: number;
  zone: string;
}
/**
 * An event that has a sentence.
 */
export interface NewsItem {
  seq: number;
  t: number;
  event: string;
  said: string;
  seat: number | null;
}
/**
 * A round that is over.
 */
export interface RoundResult {
  round: number;
  scores: {
    [k: string]: number;
  };
  out: number | null;
}
/**
 * A race that is over; null is unknown so far.
 */
export interface RaceResult {
  seq: number;
  race: string;
  order: Finish[] | null;
  last: number | null;
  ties: number[][] | null;
  missing: number[] | null;
  lot: boolean | null;
  /**
   * The card that opened it.
   */
  card: string | null;
}
/**
 * When somebody pressed in a race: from the card that opened it, with the error bound of that.
 */
export interface Finish {
  seat: number;
  at_ms: number;
  error_ms?: number;
}
/**
 * What a phone sees besides the snapshot; the sizes of other hands and of the draw pile are left out.
 */
export interface Room {
  /**
   * The seats that some phone holds.
   */
  taken: number[];
  /**
   * By seat, who has said a name for the next game.
   */
  coming: {
    [k: string]: string;
  };
  /**
   * Whether the game is practice, which the real one follows.
   */
  practice: boolean;
  /**
   * What a phone asks of the people at the table.
   */
  claim: OpenClaim | null;
  /**
   * The seats whose phones the race that is on waits for. Where phones are buttons only.
   */
  awaited?: number[];
  /**
   * The seats whose phones the last race has waited for. Where phones are buttons only.
   */
  held_up?: number[];
  /**
   * Whether the cards are to be dealt. At an emulated table only.
   */
  deal?: boolean;
  /**
   * The zones on which first cards are to be turned up. At an emulated table only.
   */
  up?: string[];
  /**
   * The draw pile; `aside`: nobody draws from it. At an emulated table only.
   */
  draw?: "aside" | "few" | "many" | "none";
  /**
   * By zone, the card on top of the pile, where cards have two sides. At an emulated table only.
   */
  sides?: {
    [k: string]: Side;
  };
  /**
   * By zone, a card that the table does not know. At an emulated table only.
   */
  strange?: {
    [k: string]: NamedCard;
  };
  /**
   * What this seat holds; null: nobody's to see. At an emulated table only.
   */
  mine?: Mine | null;
  asking?: Unknown;
  touch?: SeatTouch;
}
/**
 * What a phone asks of the people at the table.
 */
export interface OpenClaim {
  id: string;
  /**
   * The seat that is asked for; 0: to be host.
   */
  seat: number;
  sign: Sign;
  /**
   * Whether somebody has agreed: then the seat changes phones, unless somebody says no.
   */
  agreed: boolean;
  /**
   * The seats whose phones may agree.
   */
  by: number[];
}
/**
 * The sign that the asking phone and all others show, so that people know whom they approve.
 */
export interface Sign {
  word: string;
  number: number;
  colour: string;
}
/**
 * The card on top of a pile, and which side is up.
 */
export interface Side {
  code: string;
  /**
   * Which of its two sides is up.
   */
  up: 0 | 1;
}
/**
 * A card, by its code and its name.
 */
export interface NamedCard {
  code: string;
  label: string;
}
/**
 * What a seat holds.
 */
export interface Mine {
  seat: number;
  /**
   * Of a hand that lies as a pile only its top.
   */
  hand: NamedCard[];
  /**
   * The hand, where it lies as a pile that nobody looks at; null: it does not.
   */
  pile: OwnPile | null;
  /**
   * What has vanished.
   */
  gone: NamedCard[];
  /**
   * Whether a card of the hand may vanish now.
   */
  may_vanish: boolean;
  /**
   * Cards to be given; `to` null: to anybody.
   */
  owed: Owed[];
  /**
   * The card that may be taken back; null: none may.
   */
  last: LaidCard | null;
}
/**
 * A hand that lies as a pile; null while the table asks which pile was shuffled in.
 */
export interface OwnPile {
  count: number | null;
  top: TopCard | null;
}
/**
 * The top of a pile of cards with two sides.
 */
export interface TopCard {
  code: string;
  label: string;
  /**
   * Which of its two sides is up.
   */
  up: 0 | 1;
}
/**
 * A card, and where it lies.
 */
export interface LaidCard {
  code: string;
  label: string;
  zone: string;
}
/**
 * For seats and the host: which cards the table does not know.
 */
export interface Unknown {
  game: string | null;
  /**
   * Cards that no deck knows, the newest last.
   */
  unknown: UnknownCard[];
  /**
   * What they may be: `left` carry no tag.
   */
  labels: PossibleCard[];
}
/**
 * A card that no deck knows, and where it lies.
 */
export interface UnknownCard {
  alias: string;
  zone: string;
}
/**
 * What an unknown card may be: its name, the `code` of a card that looks like it, and how many carry no tag.
 */
export interface PossibleCard {
  label: string;
  code: string;
  left: number;
}
/**
 * For a seat that says on its phone where the next card goes.
 */
export interface SeatTouch {
  /**
   * The zones that the card may be for.
   */
  zones: string[];
  /**
   * The one that was chosen; null: none is.
   */
  chosen: string | null;
  /**
   * The seat that has chosen it.
   */
  by: number | null;
}
/**
 * The unknown cards and their possible names, for `claims.mjs`.
 */
export interface Unknown1 {
  game: string | null;
  /**
   * Cards that no deck knows, the newest last.
   */
  unknown: UnknownCard[];
  /**
   * What they may be: `left` carry no tag.
   */
  labels: PossibleCard[];
}
/**
 * What a seat can say of the next touch of a card, where a reader is several zones at once.
 */
export interface SeatTouch1 {
  /**
   * The zones that the card may be for.
   */
  zones: string[];
  /**
   * The one that was chosen; null: none is.
   */
  chosen: string | null;
  /**
   * The seat that has chosen it.
   */
  by: number | null;
}
/**
 * A game that is over: who played, the points, who won. `termination` says how it ended.
 */
export interface PastGame {
  id: number;
  game: string;
  /**
   * Their names, seat 1 first; null: nobody sat there.
   */
  players: (string | null)[];
  started_at: string;
  ended_at: string;
  /**
   * How many rounds were played to their end.
   */
  rounds: number;
  /**
   * By seat.
   */
  totals: {
    [k: string]: number;
  };
  winners: number[];
  /**
   * By seat, of what kind.
   */
  robots: {
    [k: string]: string;
  };
  termination: "abandoned" | "aborted" | "completed";
  lasted_s: number;
  imported: boolean;
}
/**
 * A game that is over, with its rounds, what was counted, and what was special.
 */
export interface WholeGame {
  id: number;
  game: string;
  /**
   * Their names, seat 1 first; null: nobody sat there.
   */
  players: (string | null)[];
  started_at: string;
  ended_at: string;
  /**
   * How many rounds were played to their end.
   */
  rounds: number;
  /**
   * By seat.
   */
  totals: {
    [k: string]: number;
  };
  winners: number[];
  /**
   * By seat, of what kind.
   */
  robots: {
    [k: string]: string;
  };
  termination: "abandoned" | "aborted" | "completed";
  lasted_s: number;
  imported: boolean;
  title: string;
  /**
   * How many public events it has.
   */
  events: number;
  rounds_played: RoundPlayed[];
  /**
   * By seat.
   */
  counts: {
    [k: string]: Deeds;
  };
  highlights: ToldHighlight[];
  /**
   * Whether its pictures can be drawn again, for the rules are the same.
   */
  can_replay: boolean;
}
/**
 * A round that was played to its end: the number of its last event, and when that was, in s of the game.
 */
export interface RoundPlayed {
  seq: number;
  t: number;
  round: number;
  /**
   * By seat.
   */
  scores: {
    [k: string]: number;
  };
  out: number | null;
}
/**
 * What was counted of a player in a game.
 */
export interface Deeds {
  slaps: Slaps;
  calls: Calls;
  bluffs: Bluffs;
}
/**
 * How fast somebody was in races, in ms, and how often the last.
 */
export interface Slaps {
  races: number;
  median_ms: number | null;
  best_ms: number | null;
  last: number;
}
/**
 * How often somebody called another out, rightly and wrongly.
 */
export interface Calls {
  right: number;
  wrong: number;
}
/**
 * Those that came to light.
 */
export interface Bluffs {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * Something special in a game: the number of its event, when it was, in s of the game, and a sentence.
 */
export interface ToldHighlight {
  kind: "bluff" | "closest_race" | "opened";
  seq: number;
  t: number;
  /**
   * By how much somebody was last.
   */
  ms: number | null;
  said: string | null;
}
/**
 * How often somebody bluffed, of what came to light.
 */
export interface Bluffs1 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * A person's standing by game; `place` pages through people.
 */
export interface PersonStanding {
  name: string;
  /**
   * Falls along the list, for `before`.
   */
  place: number;
  games: {
    [k: string]: GameStanding;
  };
}
/**
 * A person's standing in one game.
 */
export interface GameStanding {
  games: number;
  wins: number;
  points: number;
  rating: Skill;
  slaps: Slaps;
  calls: Calls;
  bluffs: Bluffs2;
  streak: Streak;
}
/**
 * A rating: its mean, and how uncertain it is.
 */
export interface Skill {
  mu: number;
  sigma: number;
}
/**
 * Those that came to light.
 */
export interface Bluffs2 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * How many games somebody has won one after the other: now, and at most.
 */
export interface Streak {
  now: number;
  longest: number;
}
/**
 * A person's standing by game and overall, with its history.
 */
export interface WholePerson {
  name: string;
  games: {
    [k: string]: WholeStanding;
  };
  slaps: Slaps;
  calls: Calls;
  bluffs: Bluffs4;
}
/**
 * A person's standing in one game, and how it came about.
 */
export interface WholeStanding {
  games: number;
  wins: number;
  points: number;
  rating: Skill;
  slaps: Slaps;
  calls: Calls;
  bluffs: Bluffs3;
  streak: Streak;
  ratings: RatingAfter[];
  /**
   * How many slaps took how long, by the start of a bin of 50 ms: this person’s, and everybody’s.
   */
  times: Times | null;
}
/**
 * Those that came to light.
 */
export interface Bluffs3 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * The rating after a game, and whether it was won.
 */
export interface RatingAfter {
  id: number;
  mu: number;
  sigma: number;
  won: boolean;
}
/**
 * How many slaps took how long: this person's, and everybody's.
 */
export interface Times {
  own: {
    [k: string]: number;
  };
  all: {
    [k: string]: number;
  };
}
/**
 * Those that came to light.
 */
export interface Bluffs4 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * A record of the table: what, whose, in which game, how much.
 */
export interface HeldRecord {
  record: string;
  name: string;
  game: string;
  value: number;
}
/**
 * A tournament and its standings, as people get them.
 */
export interface DescribedTournament {
  id: number;
  kind: "best_of" | "ladder";
  title: string | null;
  /**
   * Those that count; all if there are none.
   */
  games: string[];
  players: string[];
  /**
   * Of how many games; null: it is a ladder.
   */
  best_of: number | null;
  begun_at: string;
  /**
   * Who leads first.
   */
  places: Place[];
  /**
   * The games that counted, oldest first.
   */
  counted: CountedGame[];
  /**
   * Who has won it; null: it goes on.
   */
  winner: string[] | null;
}
/**
 * A side's standing: games won and played, points.
 */
export interface Place {
  /**
   * Somebody, or a team of two.
   */
  side: string[];
  wins: number;
  played: number;
  points: number;
  /**
   * In a ladder: by how many rungs up in the last game.
   */
  moved: number;
}
/**
 * A game that counted, as people get it.
 */
export interface CountedGame {
  id: number;
  game: string;
  /**
   * null: several came first.
   */
  winner: string[] | null;
  sides: SideResult[];
}
/**
 * What a side came to in a game.
 */
export interface SideResult {
  /**
   * Somebody, or a team of two.
   */
  side: string[];
  points: number;
  place: number;
}
/**
 * A game with its options, and the choices that people can make in it.
 */
export interface DescribedGame {
  game: string;
  title: string;
  fewest: number;
  most: number;
  /**
   * Whether robots can play it.
   */
  robots: boolean;
  options: DescribedOption[];
  /**
   * All options that each preset sets.
   */
  presets: {
    [k: string]: {
      [k: string]: boolean | number | string | null;
    };
  };
  choices: DescribedChoice[];
}
/**
 * An option: its `kind`, what it may be, and what people call that.
 */
export interface DescribedOption {
  name: string;
  default: boolean | number | string | null;
  meaning: string;
  kind: "choice" | "number" | "yes_no";
  least?: number;
  most?: number;
  values?: string[];
  /**
   * What people call each of the `values`.
   */
  called?: {
    [k: string]: string;
  };
  label: string;
}
/**
 * A choice: who makes it.
 */
export interface DescribedChoice {
  name: string;
  who: string;
  meaning: string;
  /**
   * What it means when the host makes it, if that is something else.
   */
  for_host?: string;
  /**
   * What goes with it.
   */
  value?: "answer" | "number" | "seat" | "text";
}
/**
 * Why an event happened.
 */
export interface Explanation {
  said: string;
  /**
   * Seconds of the game.
   */
  t: number;
  /**
   * What the table saw.
   */
  seen: string;
  /**
   * That of the rules; null: they are not written down here.
   */
  language: string | null;
  rules: Quote[];
  /**
   * To the first of them on the page of rules.
   */
  link: string | null;
  /**
   * Of a race that is over.
   */
  times?: RaceTime[];
  /**
   * The name of the card that opened it.
   */
  card?: string | null;
  last?: number | null;
  /**
   * The seats that tied.
   */
  ties?: number[][] | null;
  /**
   * Whether the table drew the last one in a tie-break.
   */
  lot?: boolean | null;
}
/**
 * A rule in words; `also` are further IDs of the same text.
 */
export interface Quote {
  id: string;
  text: string;
  /**
   * Further IDs of the same text.
   */
  also: string[];
}
/**
 * When somebody was there in a race.
 */
export interface RaceTime {
  seat: number;
  /**
   * From the card that opened the race; null: missing.
   */
  at_ms: number | null;
  /**
   * The error bound of that.
   */
  error_ms?: number;
  name: string;
}
/**
 * Every deck, and the one that is being tagged.
 */
export interface Decks {
  decks: ShownDeck[];
  /**
   * The deck that is being tagged.
   */
  enrolment: EnrolmentView | null;
  playing: boolean;
}
/**
 * A deck without its UIDs: the games that are played with it, its tagged cards, and its cards by name.
 */
export interface ShownDeck {
  /**
   * What files and programs call it.
   */
  name: string;
  title: string;
  /**
   * The games that can be played with it.
   */
  games: GameTitle[];
  /**
   * The game whose `parts.mjs` draws its cards.
   */
  looks: string | null;
  /**
   * Why the deck cannot be read.
   */
  problem: string | null;
  /**
   * How many there are.
   */
  cards: number;
  tagged: NamedCard[];
  kinds: Kind[];
  /**
   * What of the shipped deck nobody has seen on a printed card, in sentences.
   */
  assumed: string[];
}
/**
 * A game, by its name and its title.
 */
export interface GameTitle {
  game: string;
  title: string;
}
/**
 * Cards of one name: the name, the code of the first, how many there are, and how many carry a tag.
 */
export interface Kind {
  label: string;
  code: string;
  cards: number;
  tagged: number;
}
/**
 * A deck that is being tagged, as people see it: the card that is asked for, and what was said of the last tag.
 */
export interface EnrolmentView {
  deck: string;
  title: string;
  card: NextCard | null;
  done: number;
  total: number;
  prompt: string;
  said: string | null;
}
/**
 * The card that is asked for.
 */
export interface NextCard {
  code: string;
  label: string;
}
/**
 * A question of the set-up.
 */
export interface Ask {
  ask: "drive" | "enough" | "lights" | "lit" | "measure" | "press" | "touch" | "write";
  /**
   * The pad to touch, or to measure.
   */
  zone?: string;
  seat?: number;
  /**
   * The BCM pins that may be driven, or on which lights may hang.
   */
  pins?: number[];
  /**
   * Where lights may hang, in words.
   */
  places?: string[];
  /**
   * Where the light hangs that goes on and off.
   */
  at?: string;
  do?: "lay" | "leave" | "lift";
  round?: number;
  of?: number;
}
/**
 * A reader: where it hangs, its chip, the zones that it serves, and what was measured.
 */
export interface FoundReader {
  at: string;
  chip: string;
  zones: string[];
  measured: string | null;
}
/**
 * A light: where it hangs, and beside which pad or seat.
 */
export interface FoundLight {
  at: string;
  beside: string | number;
}
/**
 * A Wi-Fi in reach.
 */
export interface Network {
  name: string;
  /**
   * From 0 to 100.
   */
  strength: number;
  /**
   * `other`: it asks for more than a password, or for one of an old kind.
   */
  lock: "open" | "other" | "password";
  /**
   * Whether the table knows its password.
   */
  known: boolean;
}
/**
 * What each reader and button shows just now.
 */
export interface Wired {
  readers: WiredReader[];
  buttons: WiredButton[];
}
/**
 * What a reader sees now.
 */
export interface WiredReader {
  reader: string;
  zones: string[];
  /**
   * How many cards it sees.
   */
  cards: number;
  /**
   * The share of looks at lying cards that read them; null: none lay there yet.
   */
  good: number | null;
}
/**
 * Whether a button is down now, and whether it is a `phone`.
 */
export interface WiredButton {
  seat: number;
  down: boolean;
  phone: boolean;
  /**
   * How far off the time of a press by phone may be; null: it is not heard.
   */
  error_ms: number | null;
}
/**
 * What a seat by ear is told: its cards, the table, and what it can do.
 */
export interface Heard {
  /**
   * What the seat holds; of a hand that lies as a pile only its top.
   */
  hand: string[];
  /**
   * What lies on the piles and before players.
   */
  table: string[];
  /**
   * What the seat can do, what is asked of it first.
   */
  offers: Offer[];
}
/**
 * Something that a seat can do: requests to send in order, or a choice and `then` its target.
 */
export interface Offer {
  text: string;
  /**
   * The requests that do it, one after another; none where something is chosen first.
   */
  steps: OfferStep[];
  /**
   * What is chosen next.
   */
  then: Offer[];
}
/**
 * A request of the API, so long after the one before.
 */
export interface OfferStep {
  path: string;
  /**
   * What is sent there.
   */
  body: {
    [k: string]: string | number | boolean | (string | null)[] | null;
  };
  /**
   * How long after the step before.
   */
  after_ms: number;
}
/**
 * Whether games are kept.
 */
export interface Keeping {
  /**
   * Whether games are kept.
   */
  keeps: boolean;
  /**
   * Whether that which is on is.
   */
  this_game: boolean | null;
}
/**
 * How it stands with updates.
 */
export interface Update {
  /**
   * The version that runs.
   */
  version: string;
  /**
   * Why this table takes no updates; empty: it does.
   */
  why: string;
  /**
   * What became of the last update since the machine was started.
   */
  state: "back" | "broken" | "failed" | "none" | "refused" | "updated" | "waiting" | "working";
  /**
   * The same in a sentence, if there is more to say.
   */
  said: string;
  /**
   * What the installation said, in English.
   */
  detail: string;
}
export interface Picture {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is on: from its first card to its end.
   */
  running: boolean | null;
  turn: number | null;
  piles: {
    [k: string]: PileView;
  };
  seats: SeatView[];
  /**
   * The seats whose buttons the game waits for.
   */
  waiting: number[] | null;
  /**
   * Where the game stands, in two or three words.
   */
  headline?: string | null;
  /**
   * What is to be done now, and by whom.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * What will be asked, unless play makes it clear.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * A notice of something without meaning in the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {
    seq: number;
    /**
     * Seconds of the game.
     */
    t: number;
    event: string;
  } | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` of its button says now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: the event that an undo would go back to.
   */
  undo_to?: number | null;
  /**
   * What people call the game.
   */
  title: string | null;
  game_id: number | null;
  /**
   * Whether robots have the table to themselves, who leave when somebody takes a seat.
   */
  auto: boolean;
  /**
   * The game that people wait for, and how many more it needs.
   */
  gathering: Waiting | null;
  /**
   * The cards that robots ask people to lay: `place` of `of` in the row, from the left.
   */
  asked: AskedView[];
  /**
   * Seats whose people have left the game that is on, and where nobody plays on yet.
   */
  left: number[];
  /**
   * What people call the piles, by zone.
   */
  zones: {
    [k: string]: string;
  };
  /**
   * The names of the cards mentioned here, by code.
   */
  labels: {
    [k: string]: string;
  };
  /**
   * The latest first.
   */
  news: NewsItem[];
  /**
   * Whether somebody has played in this game, so that nobody joins it.
   */
  begun: boolean;
  rounds_played: RoundResult[];
  /**
   * The last race, until play goes on.
   */
  result: RaceResult | null;
  /**
   * The prompt for a phone that lays cards, and shows as buttons what buttons say.
   */
  brief: string;
  /**
   * For the host: what an undo would take back; null: nothing.
   */
  undo?: string[] | null;
  /**
   * For the host: how the hardware is.
   */
  health?: {
    late: number;
    lost: {
      [k: string]: string;
    };
    restarts: {
      [k: string]: number;
    };
    stalled: string[];
    readers: {
      reader: string;
      zones: string[];
      /**
       * Why it is lost; null: it is not.
       */
      why: string | null;
      restarts: number;
    }[];
    /**
     * By seat, the buttons that chatter for longer than their debounce time.
     */
    buttons?: {
      [k: string]: {
        chatter_ms: number;
      };
    };
    /**
     * How often the button of a seat was pressed.
     */
    presses?: {
      [k: string]: number;
    };
    /**
     * What has failed, and why; the table goes on without it.
     */
    broken?: {
      [k: string]: string;
    };
    /**
     * What the table could not do, in sentences.
     */
    errors?: string[];
    /**
     * What is to be done about the table's computer, a line for each fault; null: it is in order.
     */
    computer?: string | null;
  };
}
export interface Event {
  seq: number;
  /**
   * Seconds of the game.
   */
  t: number;
  event: string;
  /**
   * The event in a sentence; null: it needs none.
   */
  said: string | null;
}
/**
 * A whole set-up: how far it is, what is asked, what was found, and the result.
 */
export interface SetUp {
  /**
   * `elsewhere`: the table was started by hand. `written`: it starts again.
   */
  state: "asking" | "elsewhere" | "failed" | "looking" | "ready" | "stranger" | "written";
  /**
   * Why the table cannot be opened, or the set-up has failed.
   */
  why: string;
  /**
   * Whether a table.toml says what is wired.
   */
  wired: boolean;
  /**
   * Whether nothing else is served meanwhile.
   */
  alone: boolean;
  /**
   * What of a flashed card’s cardtable.txt does not count.
   */
  started: string[];
  /**
   * The number of the question, to be sent with its answer.
   */
  question: number;
  /**
   * What is asked for now.
   */
  ask: Ask | null;
  /**
   * Of the step, from 1.
   */
  number: number;
  /**
   * As far as is known by now.
   */
  steps: number;
  /**
   * What was wrong with the last answer.
   */
  heard: string;
  /**
   * What is asked for, each by its first zone.
   */
  pads: string[];
  seats: number;
  readers: FoundReader[];
  /**
   * Where each seat’s button hangs.
   */
  buttons: {
    [k: string]: string;
  };
  lights: FoundLight[];
  /**
   * What is wrong with the wires.
   */
  notes: string[];
}
/**
 * How the table comes into the home's Wi-Fi: how far that is, and what is in reach.
 */
export interface HomeWifi {
  /**
   * `elsewhere`: this table cannot join a Wi-Fi by itself.
   */
  state: ("elsewhere" | "stranger") | ("failed" | "joined" | "looking" | "ready" | "trying");
  /**
   * The table’s own Wi-Fi, if it is up.
   */
  own: string | null;
  /**
   * The Wi-Fi that the table has joined.
   */
  inside: string | null;
  /**
   * Of the table, in the Wi-Fi that it has joined.
   */
  address: string | null;
  /**
   * In reach, the strongest first.
   */
  networks: Network[];
  /**
   * How old that list is; null: nobody has looked yet.
   */
  age_s: number | null;
  /**
   * The Wi-Fi that was chosen last.
   */
  wanted: string;
  hidden: boolean;
  /**
   * Two letters; null: it is unknown.
   */
  country: string | null;
  /**
   * Why it could not be joined: a wrong password, not in reach, no reply, no address, or something that the log says.
   */
  why: ("address" | "password" | "refused" | "silent" | "unseen") | null;
  /**
   * What the table is called in every network.
   */
  name: string;
  /**
   * Whether the table leaves this Wi-Fi for that, as it has one radio.
   */
  goes: boolean;
  /**
   * Within how many seconds the table is back if it cannot join.
   */
  again_s: number;
}
/**
 * How a table is that may be in recovery.
 */
export interface Recovery {
  /**
   * `recovery`: nothing of the table is served.
   */
  state: "recovery" | "up";
  /**
   * Why it has not come up.
   */
  why: string;
  /**
   * What can be done, the gentlest first.
   */
  can: string[];
}
export interface Error {
  /**
   * What is wrong, in a sentence.
   */
  error: string;
}
/**
 * What an audience sees of a game of Mito.
 */
export interface MitoView {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is on: from its first card to its end.
   */
  running: boolean | null;
  turn: number | null;
  piles: {
    [k: string]: PileView;
  };
  seats: MitoSeat[];
  /**
   * The seats whose buttons the game waits for.
   */
  waiting: number[] | null;
  /**
   * Where the game stands, in two or three words.
   */
  headline?: string | null;
  /**
   * What is to be done now, and by whom.
   */
  prompt: string;
  race: MitoRace | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * What will be asked, unless play makes it clear.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * A notice of something without meaning in the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` of its button says now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: the event that an undo would go back to.
   */
  undo_to?: number | null;
  /**
   * The numbers that may be laid now.
   */
  fits: number[] | null;
  /**
   * Whether a tap draws a card; else it passes.
   */
  may_draw: boolean | null;
  call: Call | null;
}
/**
 * A seat; its hand count is never shown.
 */
export interface MitoSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Null where it must stay unknown.
   */
  hand: number | null;
  /**
   * Of what kind the robot is that plays here; null: it is a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * The cards that this seat owes others, until they are given.
   */
  owes?: Owed[] | null;
  /**
   * How many cards of its hand were counted; null: the hand is not counted now.
   */
  counting?: number | null;
  guard: boolean | null;
}
/**
 * A slap, or a match to answer a cockroach.
 */
export interface MitoRace {
  race: ("match" | "slap") | null;
  seats: number[] | null;
  /**
   * Whose card is contested.
   */
  by?: number | null;
  /**
   * In seconds of the game.
   */
  closes_at: number | null;
  /**
   * How long it may still last; absent if nothing ends it by itself.
   */
  left_s?: number;
  card: string | null;
  /**
   * Who has pressed.
   */
  there: number[] | null;
  /**
   * The card that answers; null: none lies there yet.
   */
  answered: string | null;
}
/**
 * The guard has called somebody a cheat.
 */
export interface Call {
  by: number | null;
  accused: number | null;
}
/**
 * What an audience sees of a game of Mytho.
 */
export interface MythoView {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is on: from its first card to its end.
   */
  running: boolean | null;
  turn: number | null;
  piles: {
    [k: string]: PileView;
  };
  seats: SeatView[];
  /**
   * The seats whose buttons the game waits for.
   */
  waiting: number[] | null;
  /**
   * Where the game stands, in two or three words.
   */
  headline?: string | null;
  /**
   * What is to be done now, and by whom.
   */
  prompt: string;
  race: Contest | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * What will be asked, unless play makes it clear.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * A notice of something without meaning in the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` of its button says now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: the event that an undo would go back to.
   */
  undo_to?: number | null;
  /**
   * Whether whose turn it is may draw a card.
   */
  may_draw: boolean | null;
  /**
   * The cards of the whole deck that fit on the reference, whoever holds them.
   */
  fits: string[] | null;
  /**
   * How many cards the draw pile has.
   */
  draw: number | null;
}
/**
 * The time in which a hidden card can be contested, as a race against the clock.
 */
export interface Contest {
  race: ("contest" | "match" | "slap") | null;
  seats: number[] | null;
  by: number | null;
  /**
   * In seconds of the game.
   */
  closes_at: number | null;
  /**
   * How long it may still last; absent if nothing ends it by itself.
   */
  left_s?: number;
}
/**
 * What an audience sees of a game of Mythology GO.
 */
export interface MgoView {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is on: from its first card to its end.
   */
  running: boolean | null;
  turn: number | null;
  piles: {
    [k: string]: PileView;
  };
  seats: MgoSeat[];
  /**
   * The seats whose buttons the game waits for.
   */
  waiting: number[] | null;
  /**
   * Where the game stands, in two or three words.
   */
  headline?: string | null;
  /**
   * What is to be done now, and by whom.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * What will be asked, unless play makes it clear.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * A notice of something without meaning in the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` of its button says now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: the event that an undo would go back to.
   */
  undo_to?: number | null;
  counting: boolean | null;
  /**
   * How many cards lie on a terrain at the most.
   */
  places: number;
  /**
   * How many cards whose turn it is draws.
   */
  draws: number | null;
  due: DueView | null;
  /**
   * A spell whose text people carry out.
   */
  printed: string | null;
  /**
   * How everybody’s points came about, step by step.
   */
  count: CountView | null;
  own?: Own;
}
/**
 * A seat; `worth` is what everybody knows its row to be worth by now.
 */
export interface MgoSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Null where it must stay unknown.
   */
  hand: number | null;
  /**
   * Of what kind the robot is that plays here; null: it is a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * The cards that this seat owes others, until they are given.
   */
  owes?: Owed[] | null;
  /**
   * How many cards of its hand were counted; null: the hand is not counted now.
   */
  counting?: number | null;
  terrain: Terrain[] | null;
  deity: string | null;
  has_deity: boolean | null;
  belief: string | null;
  worth: number | null;
  /**
   * At the count: whether it has declared all.
   */
  declared: boolean | null;
}
/**
 * A card on a terrain: which one is null if it is closed; `pair` is the other of a pair that is fused.
 */
export interface Terrain {
  card: string | null;
  closed: boolean | null;
  /**
   * Whether it came back from the dead.
   */
  risen: boolean | null;
  pair: string | null;
}
/**
 * What is due to be destroyed, by which card; `choice`: the seat that chooses.
 */
export interface DueView {
  by: string | null;
  cards: string[] | null;
  choice: number | null;
}
/**
 * How everybody's points came about; while worlds differ on them, none are shown.
 */
export interface CountView {
  players: CountedPlayer[];
  steps: CountStep[];
}
/**
 * One player's points: of values, effects, colours, and what is counted last.
 */
export interface CountedPlayer {
  name: string;
  values: number;
  effects: EffectPoints[];
  colours: {
    [k: string]: number;
  };
  strong_weak: number;
  doubling: number;
  identification: number;
  total: number;
}
/**
 * What a card's effect brings.
 */
export interface EffectPoints {
  card: string;
  keyword: string;
  points: number;
}
/**
 * Some points of a player, with the reason. `card` has them; null for a colour's.
 */
export interface CountStep {
  stage: "cards" | "colours" | "doubling" | "identification" | "shown" | "strong_weak";
  /**
   * Counts those who play, from 0.
   */
  player: number;
  card: string | null;
  keyword: string;
  points: number;
  why: string;
}
/**
 * What a seat knows of its own cards alone.
 */
export interface Own {
  terrain: OwnTerrain[];
  deity: string | null;
  /**
   * Of this turn, as far as they can come back.
   */
  laid: string[] | null;
  /**
   * Of this turn.
   */
  spells: string[] | null;
  /**
   * How many cards it has played in this turn.
   */
  played: number | null;
  /**
   * Cards whose effect may be used now.
   */
  effects: string[] | null;
  /**
   * Whether it may name a creature to search for.
   */
  names: boolean;
  /**
   * The creature that it searches for.
   */
  searches: string | null;
  /**
   * At the count: the target of each card that has one.
   */
  aims: {
    [k: string]: string | null;
  };
  /**
   * At the count: whether its Deity may accuse.
   */
  identifies: boolean;
}
/**
 * A card on one's own terrain; `forbidden` is why it may not lie closed.
 */
export interface OwnTerrain {
  card: string;
  closed: boolean;
  forbidden: string | null;
}
/**
 * What an audience sees of a game of Nur Mut.
 */
export interface NurMutView {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is on: from its first card to its end.
   */
  running: boolean | null;
  turn: number | null;
  piles: {
    [k: string]: NurMutPile;
  };
  seats: NurMutSeat[];
  /**
   * The seats whose buttons the game waits for.
   */
  waiting: number[] | null;
  /**
   * Where the game stands, in two or three words.
   */
  headline?: string | null;
  /**
   * What is to be done now, and by whom.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * What will be asked, unless play makes it clear.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * A notice of something without meaning in the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` of its button says now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: the event that an undo would go back to.
   */
  undo_to?: number | null;
  /**
   * Whether whose turn it is has declared Courage.
   */
  courage: boolean | null;
  /**
   * The piles in the order drawn by lot.
   */
  lot: string[] | null;
}
/**
 * One of the three piles.
 *
 * `shows` is the card that lies there, or lay there until the pile was taken: while it is asked which one that was
 * `top` and `count` are null, and people have to see what they are asked about.
 */
export interface NurMutPile {
  /**
   * The code of the card on top.
   */
  top: string | null;
  count: number | null;
  /**
   * How many cards besides lie wrong there, where nobody sees them.
   */
  wrong?: number | null;
  /**
   * The face that is up; null where nobody can tell.
   */
  face: number | "joker" | null;
  /**
   * Both faces of the top.
   */
  faces: (number | "joker")[] | null;
  shows: string | null;
  /**
   * The faces that fit there.
   */
  fits: (number | "joker" | null)[] | null;
}
/**
 * A seat.
 */
export interface NurMutSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Null where it must stay unknown.
   */
  hand: number | null;
  /**
   * Of what kind the robot is that plays here; null: it is a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * The cards that this seat owes others, until they are given.
   */
  owes?: Owed[] | null;
  /**
   * How many cards of its hand were counted; null: the hand is not counted now.
   */
  counting?: number | null;
  passed: boolean | null;
}
export interface GetOpenapiJson {}
export interface GetMe {
  host: boolean;
  seats: number[];
  held: number[];
}
export interface PostHost {
  host: true;
}
export interface PostHostLeave {
  host: false;
}
export interface PostHostClaim {
  host: boolean;
  left_s: number;
  /**
   * The sign that the asking phone and all others show; null: no claim is open.
   */
  sign: Sign | null;
}
export interface PostSeatsClaim {
  /**
   * The seats that this phone holds.
   */
  seats: number[];
  agreed: boolean;
  /**
   * 0: it is over.
   */
  left_s: number;
  /**
   * The sign that the asking phone and all others show; null: no claim is open.
   */
  sign: Sign | null;
}
export interface PostClaim {
  done: true;
}
export interface PostSeatsTake {
  /**
   * The seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsLeave {
  /**
   * The seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsFree {
  /**
   * The seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsName {
  name: string;
  next: boolean;
}
export interface PostSeatsOrder {
  /**
   * The seats that this phone holds.
   */
  seats: number[];
}
export interface PostRecovery {
  done: true;
}
export interface GetGames {
  games: DescribedGame[];
  /**
   * The seats of this table.
   */
  seats: number[];
}
export interface PostGames {
  done: true;
}
export interface PostChoices {
  done: true;
}
export interface PostTouch {
  done: true;
}
export interface PostEnd {
  done: true;
}
export interface PostPractice {
  done: true;
}
export interface PostRobots {
  done: true;
}
export interface DeleteRobots {
  done: true;
}
export interface PostQuick {
  done: true;
  seats: number[];
}
export interface PostPracticeEnd {
  done: true;
}
export interface PostTournaments {
  id: number;
}
export interface DeleteTournaments {
  done: true;
}
export interface PostForget {
  done: true;
}
export interface PutBackup {
  size: number;
}
export interface PostRestore {
  done: true;
  restarts: boolean;
}
export interface PutUpdate {
  size: number;
}
export interface PostErrors {
  done: true;
}
export interface PostTabletop {
  done: true;
}
export interface PostHands {
  done: true;
}
export interface PostSeatsButton {
  number: number;
  again_ms: number;
  /**
   * How far off the time of a press may be; null: the clocks are not matched yet.
   */
  error_ms: number | null;
}
export interface PostTags {
  done: true;
}
export interface PostEnrolment {
  done: true;
}
export interface GetDecksTags {
  /**
   * Codes of cards by UID, in full, in lower-case hex.
   */
  tags: {
    [k: string]: string;
  };
}
export interface PutDecksTags {
  done: true;
}
export interface PostDecksForget {
  done: true;
}
export interface GetDecksCards {
  cards: {
    /**
     * `code`, `copies`, what is printed, and as `assumed` what nobody has seen.
     */
    card: {
      [k: string]: unknown;
    };
    /**
     * Whether the owner has said so.
     */
    corrected: boolean;
    /**
     * Whether the deck that is shipped has such a card.
     */
    shipped: boolean;
  }[];
}
export interface PostDecksCards {
  done: true;
}
export interface PostDecksCardsLeave {
  done: true;
}
export interface PutDecksCorrections {
  done: true;
}
export interface PostScore {
  /**
   * As `cardtable score` prints them.
   */
  players: {
    [k: string]: unknown;
  }[];
  steps: {
    stage: string;
    player: number;
    card: string | null;
    keyword: string;
    points: number;
    /**
     * In words.
     */
    why: string;
  }[];
}
export interface PostScoreRanking {
  ranking: {
    names: string[];
    points: number;
    /**
     * Rounds that they have won.
     */
    won: number;
  }[];
  /**
   * Who opens the next round.
   */
  next: string;
  /**
   * Who draw lots for it, if that was agreed on and needed.
   */
  among?: string[];
}

/** By method and path: what is sent, and what is answered. */
export interface Asked {
  DELETE: {
    [path: `/api/v1/robots/${number}`]: { body: undefined; answer: DeleteRobots };
    [path: `/api/v1/tournaments/${string}`]: { body: Nothing; answer: DeleteTournaments };
  };
  GET: {
    "/api/v1/openapi.json": { body: undefined; answer: GetOpenapiJson };
    "/api/v1/table": { body: undefined; answer: Picture };
    [path: `/api/v1/events/${number}/why`]: { body: undefined; answer: Explanation };
    [path: `/api/v1/seats/${number}/events/${number}/why`]: { body: undefined; answer: Explanation };
    [path: `/api/v1/host/events/${number}/why`]: { body: undefined; answer: Explanation };
    "/api/v1/me": { body: undefined; answer: GetMe };
    "/api/v1/wired": { body: undefined; answer: Wired };
    "/api/v1/setup": { body: undefined; answer: SetUp };
    "/api/v1/network": { body: undefined; answer: HomeWifi };
    "/api/v1/recovery": { body: undefined; answer: Recovery };
    "/api/v1/games": { body: undefined; answer: GetGames };
    "/api/v1/history": { body: undefined; answer: GetHistory };
    [path: `/api/v1/history/${string}`]: { body: undefined; answer: WholeGame };
    [path: `/api/v1/history/${string}/events`]: { body: undefined; answer: GetHistoryEvents };
    [path: `/api/v1/history/${string}/events/${number}/why`]: { body: undefined; answer: Explanation };
    [path: `/api/v1/history/${string}/pictures`]: { body: undefined; answer: GetHistoryPictures };
    [path: `/api/v1/history/${string}/pictures/${number}`]: { body: undefined; answer: Picture };
    "/api/v1/people": { body: undefined; answer: GetPeople };
    [path: `/api/v1/people/${string}`]: { body: undefined; answer: WholePerson };
    "/api/v1/records": { body: undefined; answer: GetRecords };
    "/api/v1/tournaments": { body: undefined; answer: GetTournaments };
    "/api/v1/keeping": { body: undefined; answer: Keeping };
    "/api/v1/update": { body: undefined; answer: Update };
    [path: `/api/v1/seats/${number}/offers`]: { body: undefined; answer: Heard };
    "/api/v1/tags": { body: undefined; answer: Unknown };
    "/api/v1/decks": { body: undefined; answer: Decks };
    [path: `/api/v1/decks/${string}/tags`]: { body: undefined; answer: GetDecksTags };
    [path: `/api/v1/decks/${string}/cards`]: { body: undefined; answer: GetDecksCards };
  };
  POST: {
    "/api/v1/host": { body: Login; answer: PostHost };
    "/api/v1/host/leave": { body: Nothing; answer: PostHostLeave };
    "/api/v1/host/claim": { body: Nothing; answer: PostHostClaim };
    [path: `/api/v1/seats/${number}/claim`]: { body: Nothing; answer: PostSeatsClaim };
    "/api/v1/claim": { body: Answer; answer: PostClaim };
    [path: `/api/v1/seats/${number}/take`]: { body: Taken; answer: PostSeatsTake };
    [path: `/api/v1/seats/${number}/leave`]: { body: Nothing; answer: PostSeatsLeave };
    [path: `/api/v1/seats/${number}/free`]: { body: Nothing; answer: PostSeatsFree };
    [path: `/api/v1/seats/${number}/name`]: { body: Called; answer: PostSeatsName };
    "/api/v1/seats/order": { body: Order; answer: PostSeatsOrder };
    "/api/v1/setup": { body: PostSetupBody; answer: SetUp };
    "/api/v1/network": { body: PostNetworkBody; answer: HomeWifi };
    "/api/v1/recovery": { body: Wish; answer: PostRecovery };
    "/api/v1/games": { body: NewGame; answer: PostGames };
    "/api/v1/choices": { body: Choice; answer: PostChoices };
    "/api/v1/touch": { body: Aim; answer: PostTouch };
    "/api/v1/end": { body: Nothing; answer: PostEnd };
    "/api/v1/practice": { body: Practise; answer: PostPractice };
    "/api/v1/robots": { body: Seated; answer: PostRobots };
    "/api/v1/quick": { body: Quick; answer: PostQuick };
    "/api/v1/practice/end": { body: Nothing; answer: PostPracticeEnd };
    "/api/v1/tournaments": { body: NewTournament; answer: PostTournaments };
    "/api/v1/keeping": { body: Keep; answer: Keeping };
    "/api/v1/forget": { body: Forgotten; answer: PostForget };
    "/api/v1/restore": { body: Nothing; answer: PostRestore };
    "/api/v1/update": { body: Install; answer: Update };
    "/api/v1/errors": { body: Complaint; answer: PostErrors };
    "/api/v1/tabletop": { body: PostTabletopBody; answer: PostTabletop };
    "/api/v1/hands": { body: PostHandsBody; answer: PostHands };
    [path: `/api/v1/seats/${number}/button`]: { body: Reported; answer: PostSeatsButton };
    "/api/v1/tags": { body: PostTagsBody; answer: PostTags };
    "/api/v1/enrolment": { body: PostEnrolmentBody; answer: PostEnrolment };
    [path: `/api/v1/decks/${string}/forget`]: { body: Forget; answer: PostDecksForget };
    [path: `/api/v1/decks/${string}/cards`]: { body: Line; answer: PostDecksCards };
    [path: `/api/v1/decks/${string}/cards/leave`]: { body: Leave; answer: PostDecksCardsLeave };
    [path: `/api/v1/score/${string}`]: { body: BoardToCount; answer: PostScore };
    [path: `/api/v1/score/${string}/ranking`]: { body: Rounds; answer: PostScoreRanking };
  };
  PUT: {
    "/api/v1/backup": { body: Part; answer: PutBackup };
    "/api/v1/update": { body: UpdatePart; answer: PutUpdate };
    [path: `/api/v1/decks/${string}/tags`]: { body: Tags; answer: PutDecksTags };
    [path: `/api/v1/decks/${string}/corrections`]: { body: Corrections; answer: PutDecksCorrections };
  };
}
