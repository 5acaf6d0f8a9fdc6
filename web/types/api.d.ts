// Made by `make types` of the description that the table serves of its API: nothing to be changed by hand.

export type PostSetupBody = Begin | Say | Other;
export type PostNetworkBody = Join | LookOrStay;
export type GetHistory = PastGame[];
export type GetHistoryEvents = {
  seq: number;
  /**
   * Game time of the event, in seconds.
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
 * Choose the zone for the next card; null withdraws the choice.
 */
export interface Aim {
  seat: number;
  zone: string | null;
}
/**
 * Agree or object to the claim that phones show; an objection from the phone that made the claim withdraws it.
 */
export interface Answer {
  id: string;
  agree: boolean;
}
/**
 * Begin the set-up: how many pads and seats the table has, and whether lights are connected.
 */
export interface Begin {
  do: "begin";
  pads: number;
  seats: number;
  lights?: boolean;
}
/**
 * The cards in front of the players, from this table's decks, in the format of `cardtable score`.
 */
export interface BoardToCount {
  board: {
    [k: string]: unknown;
  };
}
/**
 * The name that a player enters at a seat.
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
 * An error on a page: what failed, and after which event. `where` is file, line and column.
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
 * Shuffle all cards, deal them, and turn up the first card.
 */
export interface Deal {
  do: "deal";
}
/**
 * Draw a card, or several.
 */
export interface Draw {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "draw";
  count?: number;
}
/**
 * A finger going down or up: the number of the edge, counted by the page, and its stamp.
 */
export interface Edge {
  number: number;
  at_us: number;
  down: boolean;
}
/**
 * Take back a card that has vanished.
 */
export interface Fetch {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
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
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "give";
  card: string;
  to: number;
}
/**
 * Ignore an unknown card, because it belongs to no deck of the table.
 */
export interface Ignore {
  do: "ignore";
  alias: string;
}
/**
 * Install the uploaded update, which has `size` bytes; with `anyway`, even if a game is on.
 */
export interface Install {
  size: number;
  anyway?: boolean;
}
/**
 * Join a Wi-Fi network. `password` is empty for an open one, and null for one whose password the table knows.
 */
export interface Join {
  do: "join";
  name: string;
  password: string | null;
  hidden?: boolean;
  country?: string | null;
}
/**
 * Keep games or not: the current game, or all games from now on.
 */
export interface Keep {
  keep: boolean;
  all?: boolean;
}
/**
 * Lay a card, or drop two cards as one.
 */
export interface Lay {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
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
 * A card's line: its `code`, how many `copies` the box has, and what is printed on it, in the game's terms.
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
 * Scan for Wi-Fi networks, or stay on the table's own Wi-Fi.
 */
export interface LookOrStay {
  do: "look" | "stay";
}
/**
 * Move a face-up card to another pile.
 */
export interface Move {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
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
 * Begin a game; fields that are left out stay as in the last game, but options only if it was the same game.
 *
 * A null name leaves a seat empty.
 */
export interface NewGame {
  game?: string | null;
  players?: (string | null)[] | null;
  options?: {
    [k: string]: unknown;
  } | null;
}
/**
 * Begin a tournament between `players`, perhaps in teams of two; all games count if `games` names none.
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
 * The new places: the player at the first of these seats moves to seat 1, and so on. Other seats stay the same.
 */
export interface Order {
  /**
   * @minItems 2
   */
  order: number[];
}
/**
 * Stop the set-up; restart the table to set it up; or restart the table to play.
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
 * Start practising at a seat: the current game or another one; `name` is the learner's name.
 */
export interface Practise {
  seat: number;
  game?: string | null;
  name?: string | null;
}
/**
 * Press a button until it is released; or tap it, hold it or press it twice, as timed by the phone.
 *
 * With `stays`, the button stays down after a hold until it is released. With `contests`, the press is only meant to
 * contest a card; with `means`, to make this choice.
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
 * Put a card on a pad.
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
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "put_back";
  card: string;
}
/**
 * Put cards from the hand under the draw pile.
 */
export interface PutBelow {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "put_below";
  /**
   * @minItems 1
   * @maxItems 99
   */
  cards: string[];
}
/**
 * Begin a game with robots at once; without `robots`, as few as possible. `name` is the asking player's name.
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
 * The time of the phone's clock, in us, and the edges that the table has not acknowledged yet.
 *
 * `clock` changes whenever that clock may have been suspended. `reply` is the number of an answer that no report has
 * named yet, and `heard_us` is when the phone got it. `down` means a finger is on the button. `grain_us` is the
 * resolution of the clock.
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
 * The points of each round, by name; `options` are the game's options, as in a board to count.
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
 * Answer the question that has this number: with a word, a seat, or pins and where lights are connected.
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
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
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
 * Touch the seat's pad with every card of the hand, so that the table counts them.
 */
export interface Show {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "show";
}
/**
 * Move the hand as if sorting it: a bluff in games where cards may vanish.
 */
export interface Sort {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "sort";
}
/**
 * Start tagging a deck, or continue where it was interrupted. A game's name means its usual deck.
 */
export interface Start {
  do: "start";
  deck: string;
}
/**
 * Skip the card that the table asks for, undo the last step, or stop tagging.
 */
export interface Step {
  do: "skip" | "back" | "stop";
}
/**
 * A deck's tags: card codes by UID. UIDs are complete, and in lower-case hex.
 */
export interface Tags {
  tags: {
    [k: string]: string;
  };
}
/**
 * Take a card back from a pile; it touches the reader again.
 */
export interface Take {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "take";
  card: string;
}
/**
 * Take a seat, perhaps with a name. A robot at that seat makes room only if the name is accepted.
 */
export interface Taken {
  name?: string | null;
}
/**
 * Let a card touch a pad and leave it again.
 */
export interface Touch {
  do: "touch";
  card: string;
  zone: string;
}
/**
 * Touch the seat's pad with one card, or two held as one, from the player's hand or from in front of the player.
 */
export interface TouchPad {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "touch";
  /**
   * @maxItems 99
   */
  cards: string[];
}
/**
 * Turn up the top card of the draw pile.
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
 * Make a card vanish.
 */
export interface Vanish {
  /**
   * By default the only seat that this phone holds.
   */
  seat?: number;
  do: "vanish";
  card: string;
}
/**
 * Retry; restore the last backup; save what can be read; start from scratch; or leave out other packages' games.
 *
 * `pin` is the host's PIN, for a phone that is not host yet.
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
   * For a face-down pile: number of cards on it that must be taken off.
   */
  wrong?: number | null;
}
/**
 * A seat at the table.
 */
export interface SeatView {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Number of cards in hand; null if it must stay unknown.
   */
  hand: number | null;
  /**
   * Kind of the robot that plays here; null for a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * Cards that this seat still owes other seats.
   */
  owes?: Owed[] | null;
  /**
   * Number of cards counted so far, while this hand is being counted; null otherwise.
   */
  counting?: number | null;
}
/**
 * Cards that a seat owes another seat; `to` is null if the giver may choose the receiver.
 */
export interface Owed {
  /**
   * Seat that receives the cards; null if any seat may receive them.
   */
  to: number | null;
  count: number;
}
/**
 * An open race: a slap, a match, or the time in which a card can be contested.
 */
export interface RaceView {
  race: ("contest" | "match" | "slap") | null;
  seats: number[] | null;
  /**
   * Seat whose card is contested.
   */
  by?: number | null;
  /**
   * When the race ends by itself, in seconds of game time; null if it has no time limit.
   */
  closes_at: number | null;
  /**
   * Seconds until the race ends by itself; absent if it has no time limit.
   */
  left_s?: number;
}
/**
 * The misplaced cards on a zone.
 */
export interface CorrectionView {
  zone: string;
  /**
   * Codes of the misplaced cards that this audience may know; empty if it may know none.
   */
  cards: string[] | null;
  /**
   * Zone to which the turned-over card must be moved; its code is already the `top` there.
   */
  to?: string;
  /**
   * Visible face of each card, for cards with two faces.
   */
  faces?: {
    [k: string]: number | string;
  };
}
/**
 * The seat whose last play may be taken back, and the zone of that play.
 */
export interface TakeBackView {
  seat: number | null;
  zone: string | null;
}
/**
 * A question about something that the table cannot see.
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
   * Codes of the cards that the question is about.
   */
  cards: string[];
}
/**
 * What a button gesture means.
 */
export interface GestureView {
  /**
   * Name of the choice that the gesture makes, such as `pass`.
   */
  choice: string;
  /**
   * Short label of that choice, in one or two words.
   */
  says: string;
}
/**
 * The game that people are waiting for, and how many players it still needs.
 */
export interface Waiting {
  game: string;
  missing: number;
}
/**
 * A card that a robot is asking someone to lay: position `place` from the left, out of `of` in its row.
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
 * A race that is over; fields that are not known yet are null.
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
   * Code of the card that opened the race; null if this audience may not know it.
   */
  card: string | null;
}
/**
 * When a player pressed in a race, measured from the card that opened it, and the error bound of that time.
 */
export interface Finish {
  seat: number;
  at_ms: number;
  error_ms?: number;
}
/**
 * What a phone sees in addition to the snapshot; the sizes of other hands and of the draw pile are left out.
 */
export interface Room {
  /**
   * Seats that a phone holds.
   */
  taken: number[];
  /**
   * Names entered for the next game, by seat.
   */
  coming: {
    [k: string]: string;
  };
  /**
   * Whether the current game is practice; the real game follows.
   */
  practice: boolean;
  /**
   * Request of a phone to become host or to get a seat; null if no request is open.
   */
  claim: OpenClaim | null;
  /**
   * Seats whose phones the current race waits for. Only where phones are buttons.
   */
  awaited?: number[];
  /**
   * Seats whose phones the current or the last race has waited for. Only where phones are buttons.
   */
  held_up?: number[];
  /**
   * Whether the cards have yet to be dealt. Only at an emulated table.
   */
  deal?: boolean;
  /**
   * Zones where a first card has yet to be turned up. Only at an emulated table.
   */
  up?: string[];
  /**
   * Size of the draw pile; `aside` if nobody draws from it. Only at an emulated table.
   */
  draw?: "aside" | "few" | "many" | "none";
  /**
   * Top card of each pile, by zone, if cards have two sides. Only at an emulated table.
   */
  sides?: {
    [k: string]: Side;
  };
  /**
   * Unknown cards on top of piles, by zone. Only at an emulated table.
   */
  strange?: {
    [k: string]: NamedCard;
  };
  /**
   * What this seat holds; null without a seat. Only at an emulated table.
   */
  mine?: Mine | null;
  asking?: Unknown;
  touch?: SeatTouch;
}
/**
 * A phone's open request to become host or to get a seat, as everybody sees it.
 */
export interface OpenClaim {
  id: string;
  /**
   * Seat that the phone asks for; 0 if it asks to become host.
   */
  seat: number;
  sign: Sign;
  /**
   * Whether somebody has agreed; the seat then changes phones, unless somebody objects.
   */
  agreed: boolean;
  /**
   * Seats whose phones may agree.
   */
  by: number[];
}
/**
 * The sign shown on the requesting phone and all others, so that people know which phone they are approving.
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
   * Which of the card's two sides is up.
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
   * Cards in the hand; for a hand that is a pile, only its top card.
   */
  hand: NamedCard[];
  /**
   * The hand, if it is a pile that nobody looks at; otherwise null.
   */
  pile: OwnPile | null;
  /**
   * Cards of this seat that have vanished.
   */
  gone: NamedCard[];
  /**
   * Whether a card of the hand may vanish now.
   */
  may_vanish: boolean;
  /**
   * Cards that the seat has to give; `to` is null if any player may get them.
   */
  owed: Owed[];
  /**
   * Card that the seat may take back; null if there is none.
   */
  last: LaidCard | null;
}
/**
 * A hand stacked in a pile; `count` is null while the table asks which pile was shuffled in.
 */
export interface OwnPile {
  count: number | null;
  top: TopCard | null;
}
/**
 * The top of a pile of two-sided cards.
 */
export interface TopCard {
  code: string;
  label: string;
  /**
   * Which of the card's two sides is up.
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
 * Unknown cards and their possible names. Only for seats and the host.
 */
export interface Unknown {
  game: string | null;
  /**
   * Cards that no deck knows, the newest last.
   */
  unknown: UnknownCard[];
  /**
   * Names that the unknown cards may have.
   */
  labels: PossibleCard[];
}
/**
 * A card that is in no deck, and where it lies.
 */
export interface UnknownCard {
  alias: string;
  zone: string;
}
/**
 * A name that an unknown card may have, the `code` of a card of that name, and how many such cards carry no tag.
 */
export interface PossibleCard {
  label: string;
  code: string;
  left: number;
}
/**
 * Choice of the zone for the next card. Only for a seat that can choose now.
 */
export interface SeatTouch {
  /**
   * Zones to choose from.
   */
  zones: string[];
  /**
   * Chosen zone; null if none is chosen.
   */
  chosen: string | null;
  /**
   * Seat that has chosen the zone; null if none is chosen.
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
   * Names that the unknown cards may have.
   */
  labels: PossibleCard[];
}
/**
 * What a seat can choose for the next card touch if one reader serves several zones.
 */
export interface SeatTouch1 {
  /**
   * Zones to choose from.
   */
  zones: string[];
  /**
   * Chosen zone; null if none is chosen.
   */
  chosen: string | null;
  /**
   * Seat that has chosen the zone; null if none is chosen.
   */
  by: number | null;
}
/**
 * A finished game: who played, the points, who won. `termination` says how it ended.
 */
export interface PastGame {
  id: number;
  game: string;
  /**
   * Names of the players, starting with seat 1; null for an empty seat.
   */
  players: (string | null)[];
  started_at: string;
  ended_at: string;
  /**
   * Number of completed rounds.
   */
  rounds: number;
  /**
   * Total points by seat.
   */
  totals: {
    [k: string]: number;
  };
  winners: number[];
  /**
   * Kind of each robot, by seat.
   */
  robots: {
    [k: string]: string;
  };
  termination: "abandoned" | "aborted" | "completed";
  lasted_s: number;
  imported: boolean;
}
/**
 * A finished game, with its rounds, statistics and highlights.
 */
export interface WholeGame {
  id: number;
  game: string;
  /**
   * Names of the players, starting with seat 1; null for an empty seat.
   */
  players: (string | null)[];
  started_at: string;
  ended_at: string;
  /**
   * Number of completed rounds.
   */
  rounds: number;
  /**
   * Total points by seat.
   */
  totals: {
    [k: string]: number;
  };
  winners: number[];
  /**
   * Kind of each robot, by seat.
   */
  robots: {
    [k: string]: string;
  };
  termination: "abandoned" | "aborted" | "completed";
  lasted_s: number;
  imported: boolean;
  title: string;
  /**
   * Number of public events.
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
   * Whether the pictures can be drawn again; false if the rules have changed since the game.
   */
  can_replay: boolean;
}
/**
 * A round that was played to its end: the number of its last event, and the game time at that point, in s.
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
 * A player's statistics in one game.
 */
export interface Deeds {
  slaps: Slaps;
  calls: Calls;
  bluffs: Bluffs;
}
/**
 * How fast a player was in races, in ms, and how often they were last.
 */
export interface Slaps {
  races: number;
  median_ms: number | null;
  best_ms: number | null;
  last: number;
}
/**
 * How often a player called out another, correctly and incorrectly.
 */
export interface Calls {
  right: number;
  wrong: number;
}
/**
 * Counts of bluffs; only bluffs that came to light are included.
 */
export interface Bluffs {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * A highlight of a game: the number of its event, its game time in s, and a sentence.
 */
export interface ToldHighlight {
  kind: "bluff" | "closest_race" | "opened";
  seq: number;
  t: number;
  /**
   * For a race: time between the last two presses, in milliseconds; otherwise null.
   */
  ms: number | null;
  said: string | null;
}
/**
 * How often a player bluffed; only bluffs that came to light count.
 */
export interface Bluffs1 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * A person's standing by game; `place` is the cursor for paging through people.
 */
export interface PersonStanding {
  name: string;
  /**
   * Paging cursor, for `before`; it decreases along the list.
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
 * Counts of bluffs; only bluffs that came to light are included.
 */
export interface Bluffs2 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * How many games a player has won in a row: the current streak and the longest one.
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
 * A person's standing in one game, with their rating after each game and their slap times.
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
   * Slaps by the start of each 50 ms bin: this person’s and everybody’s; null without slaps.
   */
  times: Times | null;
}
/**
 * Counts of bluffs; only bluffs that came to light are included.
 */
export interface Bluffs3 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * A player's rating after a game, and whether they won it.
 */
export interface RatingAfter {
  id: number;
  mu: number;
  sigma: number;
  won: boolean;
}
/**
 * Histograms of slap times: this person's, and everybody's.
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
 * Counts of bluffs; only bluffs that came to light are included.
 */
export interface Bluffs4 {
  told: number;
  doubted: number;
  found_out: number;
}
/**
 * One of the table's records, such as the fastest slap: its name, holder, game and value.
 */
export interface HeldRecord {
  record: string;
  name: string;
  game: string;
  value: number;
}
/**
 * A tournament and its standings, as the API shows them.
 */
export interface DescribedTournament {
  id: number;
  kind: "best_of" | "ladder";
  title: string | null;
  /**
   * Games that count; empty if all do.
   */
  games: string[];
  players: string[];
  /**
   * Number of games in a best-of series; null for a ladder.
   */
  best_of: number | null;
  begun_at: string;
  /**
   * Standings, starting with the leader.
   */
  places: Place[];
  /**
   * The games that counted, oldest first.
   */
  counted: CountedGame[];
  /**
   * Side that has won the tournament; null if none has yet.
   */
  winner: string[] | null;
}
/**
 * A side's standing: games won and played, points.
 */
export interface Place {
  /**
   * Name of a single player, or both names of a team.
   */
  side: string[];
  wins: number;
  played: number;
  points: number;
  /**
   * In a ladder: number of rungs climbed in the last game; negative for rungs lost.
   */
  moved: number;
}
/**
 * A game that counted, as the API shows it.
 */
export interface CountedGame {
  id: number;
  game: string;
  /**
   * Side that won; null if several tied for first place.
   */
  winner: string[] | null;
  sides: SideResult[];
}
/**
 * A side's points and place in a game.
 */
export interface SideResult {
  /**
   * Name of a single player, or both names of a team.
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
   * Whether robots can play the game.
   */
  robots: boolean;
  options: DescribedOption[];
  /**
   * Values of all options, by preset.
   */
  presets: {
    [k: string]: {
      [k: string]: boolean | number | string | null;
    };
  };
  choices: DescribedChoice[];
}
/**
 * The description of an option: its `kind`, its possible values and their labels.
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
   * Label of each of the `values`.
   */
  called?: {
    [k: string]: string;
  };
  label: string;
}
/**
 * The description of a choice: who can make it, and what it means.
 */
export interface DescribedChoice {
  name: string;
  who: string;
  meaning: string;
  /**
   * Meaning when the host makes the choice, if it differs.
   */
  for_host?: string;
  /**
   * Kind of value that is sent with the choice.
   */
  value?: "answer" | "number" | "seat" | "text";
}
/**
 * Why an event happened.
 */
export interface Explanation {
  said: string;
  /**
   * Game time of the event, in seconds.
   */
  t: number;
  /**
   * What the table saw, in a sentence.
   */
  seen: string;
  /**
   * Language of `rules`; null if the table has no written rules of the game.
   */
  language: string | null;
  rules: Quote[];
  /**
   * Link to the first of `rules` on the page of rules; null if there is no such page.
   */
  link: string | null;
  /**
   * Times of the players. Only for a finished race.
   */
  times?: RaceTime[];
  /**
   * Name of the card that opened the race; null if unknown. Only for a finished race.
   */
  card?: string | null;
  last?: number | null;
  /**
   * Groups of seats that tied.
   */
  ties?: number[][] | null;
  /**
   * Whether the table drew by lot who was last, to break a tie.
   */
  lot?: boolean | null;
}
/**
 * A rule in words; `also` are further rule IDs with the same text.
 */
export interface Quote {
  id: string;
  text: string;
  /**
   * IDs of further rules with the same text.
   */
  also: string[];
}
/**
 * When a player pressed in a race.
 */
export interface RaceTime {
  seat: number;
  /**
   * Time since the card that opened the race, in milliseconds; null if the player did not press.
   */
  at_ms: number | null;
  /**
   * Error bound of `at_ms`, in milliseconds.
   */
  error_ms?: number;
  name: string;
}
/**
 * Every deck, and the one being tagged.
 */
export interface Decks {
  decks: ShownDeck[];
  /**
   * State of tagging a deck; null if no deck is being tagged.
   */
  enrolment: EnrolmentView | null;
  playing: boolean;
}
/**
 * A deck without UIDs: the games that can be played with it, its tagged cards, and its cards by name.
 */
export interface ShownDeck {
  /**
   * Identifier of the deck, as in file names and in this API.
   */
  name: string;
  title: string;
  /**
   * Games that can be played with the deck.
   */
  games: GameTitle[];
  /**
   * Game whose `parts.mjs` draws the cards; null if no game does.
   */
  looks: string | null;
  /**
   * Why the deck cannot be read; null if it can.
   */
  problem: string | null;
  /**
   * Number of cards in the deck.
   */
  cards: number;
  tagged: NamedCard[];
  kinds: Kind[];
  /**
   * Details of the shipped deck that nobody has verified on a printed card, in sentences.
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
 * Cards with the same name: that name, the first card's code, how many there are, and how many carry a tag.
 */
export interface Kind {
  label: string;
  code: string;
  cards: number;
  tagged: number;
}
/**
 * A deck being tagged, as shown to people: the card being asked for, and the result of the last tag.
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
 * The card that the enrolment asks for.
 */
export interface NextCard {
  code: string;
  label: string;
}
/**
 * A question or instruction during set-up.
 */
export interface Ask {
  ask: "drive" | "enough" | "lights" | "lit" | "measure" | "press" | "touch" | "write";
  /**
   * Pad to touch, or to measure.
   */
  zone?: string;
  seat?: number;
  /**
   * BCM pins that the set-up asks to drive, or that may have lights.
   */
  pins?: number[];
  /**
   * Places where lights may be connected, in words.
   */
  places?: string[];
  /**
   * Place where the blinking light is connected.
   */
  at?: string;
  do?: "lay" | "leave" | "lift";
  round?: number;
  of?: number;
}
/**
 * A reader: where it is connected, its chip, the zones that it serves, and the result of measuring it.
 */
export interface FoundReader {
  at: string;
  chip: string;
  zones: string[];
  measured: string | null;
}
/**
 * A light: where it is connected, and the pad or seat next to it.
 */
export interface FoundLight {
  at: string;
  beside: string | number;
}
/**
 * A Wi-Fi network in range.
 */
export interface Network {
  name: string;
  /**
   * Signal strength, from 0 to 100.
   */
  strength: number;
  /**
   * `other`: it needs more than a password, or uses an outdated kind of encryption.
   */
  lock: "open" | "other" | "password";
  /**
   * Whether the table has a stored profile for it.
   */
  known: boolean;
}
/**
 * The current state of each reader and button.
 */
export interface Wired {
  readers: WiredReader[];
  buttons: WiredButton[];
}
/**
 * A reader, and what it sees now.
 */
export interface WiredReader {
  reader: string;
  zones: string[];
  /**
   * Number of cards that the reader sees.
   */
  cards: number;
  /**
   * Share of polls that read a card that was present, from 0 to 1; null before the first card.
   */
  good: number | null;
}
/**
 * A button: whether it is down now, and whether it is a `phone`.
 */
export interface WiredButton {
  seat: number;
  down: boolean;
  phone: boolean;
  /**
   * Error bound of a press by phone, in milliseconds; null if unknown, and for a wired button.
   */
  error_ms: number | null;
}
/**
 * What a seat that plays by ear gets: its cards, the table, and what it can do.
 */
export interface Heard {
  /**
   * What the seat holds, in sentences; for a hand that is a pile, only its top card.
   */
  hand: string[];
  /**
   * Cards on the piles and before the players, in sentences.
   */
  table: string[];
  /**
   * What the seat can do; what the game asks of it is first.
   */
  offers: Offer[];
}
/**
 * Something that a seat can do: requests to send in order, or further offers to choose from (`then`).
 */
export interface Offer {
  text: string;
  /**
   * Requests that carry out the offer, in order; empty if one of `then` has to be chosen first.
   */
  steps: OfferStep[];
  /**
   * Further offers to choose from.
   */
  then: Offer[];
}
/**
 * A request to the API, sent `after_ms` after the previous step.
 */
export interface OfferStep {
  path: string;
  /**
   * Body of the request, as JSON.
   */
  body: {
    [k: string]: string | number | boolean | (string | null)[] | null;
  };
  /**
   * Delay after the previous step, in milliseconds.
   */
  after_ms: number;
}
/**
 * Whether games are kept.
 */
export interface Keeping {
  /**
   * Whether games are kept in the history.
   */
  keeps: boolean;
  /**
   * Whether the current game is kept; null if there is none.
   */
  this_game: boolean | null;
}
/**
 * The table's version, whether it accepts updates, and the result of the last one.
 */
export interface Update {
  /**
   * Version of the running program.
   */
  version: string;
  /**
   * Why this table takes no updates; empty if it takes them.
   */
  why: string;
  /**
   * Outcome of the last update since the machine was started.
   */
  state: "back" | "broken" | "failed" | "none" | "refused" | "updated" | "waiting" | "working";
  /**
   * Explanation of `state`, in a sentence; empty if there is none.
   */
  said: string;
  /**
   * Error message of the installer, in English; empty if there is none.
   */
  detail: string;
}
export interface Picture {
  game: string | null;
  round: number | null;
  rounds?: number | null;
  /**
   * Whether a round is in progress, from its first card to its end.
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
   * State of the game, in two or three words.
   */
  headline?: string | null;
  /**
   * What to do now, and who must do it.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * Question that will be asked unless further play answers it.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * Notice about something that has no effect on the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * Latest event; null if there is none.
   */
  last: {
    seq: number;
    /**
     * Game time of the event, in seconds.
     */
    t: number;
    event: string;
  } | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` press of its button means now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: number of the event that an undo would go back to; null if there is none.
   */
  undo_to?: number | null;
  /**
   * Title of the game; null if there is none.
   */
  title: string | null;
  game_id: number | null;
  /**
   * Whether robots play by themselves, until somebody takes a seat.
   */
  auto: boolean;
  /**
   * Game that waits for more players; null if there is none.
   */
  gathering: Waiting | null;
  /**
   * Cards that robots ask people to lay for them.
   */
  asked: AskedView[];
  /**
   * Seats whose players have left the current game, and where nobody has taken over.
   */
  left: number[];
  /**
   * Names of the piles, by zone.
   */
  zones: {
    [k: string]: string;
  };
  /**
   * Names of the cards that this picture mentions, by code.
   */
  labels: {
    [k: string]: string;
  };
  /**
   * Recent events that have a sentence, the latest first.
   */
  news: NewsItem[];
  /**
   * Whether play has begun, so that nobody can join this game any more.
   */
  begun: boolean;
  rounds_played: RoundResult[];
  /**
   * Result of the last race; null once play has continued.
   */
  result: RaceResult | null;
  /**
   * Short form of `prompt`, for a phone that lays cards and shows gestures as buttons.
   */
  brief: string;
  /**
   * What an undo would take back, in sentences; null if nothing. Only for the host.
   */
  undo?: string[] | null;
  /**
   * State of the hardware. Only for the host.
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
       * Why the reader is lost; null if it is not.
       */
      why: string | null;
      restarts: number;
    }[];
    /**
     * Buttons that chatter for longer than their debounce time, by seat.
     */
    buttons?: {
      [k: string]: {
        chatter_ms: number;
      };
    };
    /**
     * Number of presses of each button since the table was started, by seat.
     */
    presses?: {
      [k: string]: number;
    };
    /**
     * Sources that have failed and why, by name; the table runs without them.
     */
    broken?: {
      [k: string]: string;
    };
    /**
     * What the table could not do, in sentences.
     */
    errors?: string[];
    /**
     * Faults of the table's computer and what helps, one line for each; null if there are none.
     */
    computer?: string | null;
  };
}
export interface Event {
  seq: number;
  /**
   * Game time of the event, in seconds.
   */
  t: number;
  event: string;
  /**
   * The event in a sentence; null if it has none.
   */
  said: string | null;
}
/**
 * The whole set-up: its progress, the current question, the parts that were found, and the result.
 */
export interface SetUp {
  /**
   * `elsewhere`: the table was started by hand, without a set-up. `stranger`: the phone is not the host’s. `written`: the set-up is complete, and the table restarts.
   */
  state: "asking" | "elsewhere" | "failed" | "looking" | "ready" | "stranger" | "written";
  /**
   * Why the table cannot be opened, or why the set-up has failed; otherwise empty.
   */
  why: string;
  /**
   * Whether a table.toml exists.
   */
  wired: boolean;
  /**
   * Whether only the set-up is served.
   */
  alone: boolean;
  /**
   * Notes about ignored lines of cardtable.txt on a flashed SD card.
   */
  started: string[];
  /**
   * Number of the current question, to be sent with its answer.
   */
  question: number;
  /**
   * Current question or instruction; null if there is none.
   */
  ask: Ask | null;
  /**
   * Number of the current step, from 1.
   */
  number: number;
  /**
   * Total number of steps, as far as known; it may change.
   */
  steps: number;
  /**
   * What was wrong with the last answer; otherwise empty.
   */
  heard: string;
  /**
   * Pads that the set-up asks for, each named after its first zone.
   */
  pads: string[];
  seats: number;
  readers: FoundReader[];
  /**
   * Place where each seat’s button is connected.
   */
  buttons: {
    [k: string]: string;
  };
  lights: FoundLight[];
  /**
   * Problems found with the wiring.
   */
  notes: string[];
}
/**
 * The state of joining the home Wi-Fi, and the networks in range.
 */
export interface HomeWifi {
  /**
   * `elsewhere`: the table cannot join a Wi-Fi by itself. `stranger`: the phone is not the host’s.
   */
  state: ("elsewhere" | "stranger") | ("failed" | "joined" | "looking" | "ready" | "trying");
  /**
   * Name of the table’s own Wi-Fi; null unless it is up.
   */
  own: string | null;
  /**
   * Name of the Wi-Fi that the table has joined; null if there is none.
   */
  inside: string | null;
  /**
   * IP address of the table in its current Wi-Fi; null if unknown.
   */
  address: string | null;
  /**
   * Networks in range, the strongest first.
   */
  networks: Network[];
  /**
   * Age of `networks` in seconds; null before the first scan.
   */
  age_s: number | null;
  /**
   * Name of the Wi-Fi that was chosen last; empty if none was.
   */
  wanted: string;
  hidden: boolean;
  /**
   * Two-letter country code; null if unknown.
   */
  country: string | null;
  /**
   * Why joining failed. `password`: wrong or missing; `unseen`: not in range; `silent`: no reply; `address`: no IP address; `refused`: see the log.
   */
  why: ("address" | "password" | "refused" | "silent" | "unseen") | null;
  /**
   * Host name of the table in every network.
   */
  name: string;
  /**
   * Whether joining disconnects the table from its current Wi-Fi, as it has one radio.
   */
  goes: boolean;
  /**
   * Seconds after which the table is back in its previous Wi-Fi if it cannot join.
   */
  again_s: number;
}
/**
 * Whether a table is in recovery, why, and what the host can do.
 */
export interface Recovery {
  /**
   * `up`: the table has started. `recovery`: it has not, and only its recovery page is served.
   */
  state: "recovery" | "up";
  /**
   * Why the table has not started; empty if it has.
   */
  why: string;
  /**
   * Actions that the host can choose, the least drastic first.
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
   * Whether a round is in progress, from its first card to its end.
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
   * State of the game, in two or three words.
   */
  headline?: string | null;
  /**
   * What to do now, and who must do it.
   */
  prompt: string;
  race: MitoRace | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * Question that will be asked unless further play answers it.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * Notice about something that has no effect on the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` press of its button means now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: number of the event that an undo would go back to; null if there is none.
   */
  undo_to?: number | null;
  /**
   * The numbers that may be laid now.
   */
  fits: number[] | null;
  /**
   * Whether a tap by the seat in turn draws a card; otherwise it passes.
   */
  may_draw: boolean | null;
  call: Call | null;
}
/**
 * A seat in Mito's view. The number of cards in its hand is never shown.
 */
export interface MitoSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Number of cards in hand; null if it must stay unknown.
   */
  hand: number | null;
  /**
   * Kind of the robot that plays here; null for a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * Cards that this seat still owes other seats.
   */
  owes?: Owed[] | null;
  /**
   * Number of cards counted so far, while this hand is being counted; null otherwise.
   */
  counting?: number | null;
  guard: boolean | null;
}
/**
 * A race to slap a mosquito, or to answer a cockroach.
 */
export interface MitoRace {
  race: ("match" | "slap") | null;
  seats: number[] | null;
  /**
   * Seat whose card is contested.
   */
  by?: number | null;
  /**
   * When the race ends by itself, in seconds of game time; null if it has no time limit.
   */
  closes_at: number | null;
  /**
   * Seconds until the race ends by itself; absent if it has no time limit.
   */
  left_s?: number;
  card: string | null;
  /**
   * Seats that have pressed.
   */
  there: number[] | null;
  /**
   * Code of the card that answers a cockroach; null until one is laid.
   */
  answered: string | null;
}
/**
 * The guard has called out a player for cheating.
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
   * Whether a round is in progress, from its first card to its end.
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
   * State of the game, in two or three words.
   */
  headline?: string | null;
  /**
   * What to do now, and who must do it.
   */
  prompt: string;
  race: Contest | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * Question that will be asked unless further play answers it.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * Notice about something that has no effect on the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` press of its button means now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: number of the event that an undo would go back to; null if there is none.
   */
  undo_to?: number | null;
  /**
   * Whether the seat in turn may draw a card.
   */
  may_draw: boolean | null;
  /**
   * Codes of all cards of the deck that fit on the reference, whoever holds them.
   */
  fits: string[] | null;
  /**
   * Number of cards in the draw pile.
   */
  draw: number | null;
}
/**
 * The time during which a hidden card can be contested, shown as a race.
 */
export interface Contest {
  race: ("contest" | "match" | "slap") | null;
  seats: number[] | null;
  by: number | null;
  /**
   * When the race ends by itself, in seconds of game time; null if it has no time limit.
   */
  closes_at: number | null;
  /**
   * Seconds until the race ends by itself; absent if it has no time limit.
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
   * Whether a round is in progress, from its first card to its end.
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
   * State of the game, in two or three words.
   */
  headline?: string | null;
  /**
   * What to do now, and who must do it.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * Question that will be asked unless further play answers it.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * Notice about something that has no effect on the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` press of its button means now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: number of the event that an undo would go back to; null if there is none.
   */
  undo_to?: number | null;
  counting: boolean | null;
  /**
   * Maximum number of cards on a terrain.
   */
  places: number;
  /**
   * Number of cards that the seat in turn draws.
   */
  draws: number | null;
  due: DueView | null;
  /**
   * Spell of this turn whose printed text people carry out themselves.
   */
  printed: string | null;
  /**
   * How everybody’s points came about, step by step.
   */
  count: CountView | null;
  own?: Own;
}
/**
 * A seat; `worth` is the value of its row so far, judging by public knowledge.
 */
export interface MgoSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Number of cards in hand; null if it must stay unknown.
   */
  hand: number | null;
  /**
   * Kind of the robot that plays here; null for a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * Cards that this seat still owes other seats.
   */
  owes?: Owed[] | null;
  /**
   * Number of cards counted so far, while this hand is being counted; null otherwise.
   */
  counting?: number | null;
  terrain: Terrain[] | null;
  deity: string | null;
  has_deity: boolean | null;
  belief: string | null;
  worth: number | null;
  /**
   * During the count: whether the seat has declared everything; otherwise null.
   */
  declared: boolean | null;
}
/**
 * A card on a terrain: `card` is null if it is face down; `pair` is the other card of a fused pair.
 */
export interface Terrain {
  card: string | null;
  closed: boolean | null;
  /**
   * Whether the card has returned from the dead.
   */
  risen: boolean | null;
  pair: string | null;
}
/**
 * What is due to be destroyed, and by which card; `choice` is the seat that chooses.
 */
export interface DueView {
  by: string | null;
  cards: string[] | null;
  choice: number | null;
}
/**
 * How each player's points were scored; none are shown while worlds differ on them.
 */
export interface CountView {
  players: CountedPlayer[];
  steps: CountStep[];
}
/**
 * One player's points: for values, effects, colours, and what is counted last.
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
 * The points earned by a card's effect.
 */
export interface EffectPoints {
  card: string;
  keyword: string;
  points: number;
}
/**
 * One step of a player's count: points and their reason. `card` is the card that earned them, null for a colour.
 */
export interface CountStep {
  stage: "cards" | "colours" | "doubling" | "identification" | "shown" | "strong_weak";
  /**
   * Index of the player among the occupied seats, from 0.
   */
  player: number;
  card: string | null;
  keyword: string;
  points: number;
  why: string;
}
/**
 * What only the seat itself knows about its cards.
 */
export interface Own {
  terrain: OwnTerrain[];
  deity: string | null;
  /**
   * Cards of this turn that can still be taken back.
   */
  laid: string[] | null;
  /**
   * Spells played in this turn.
   */
  spells: string[] | null;
  /**
   * Number of cards that the seat has played in this turn.
   */
  played: number | null;
  /**
   * Cards whose effect may be used now.
   */
  effects: string[] | null;
  /**
   * Whether the seat may name a creature to search for.
   */
  names: boolean;
  /**
   * Creature that the seat searches for.
   */
  searches: string | null;
  /**
   * During the count: target of each card that needs one; null until it is chosen.
   */
  aims: {
    [k: string]: string | null;
  };
  /**
   * During the count: whether the seat’s Deity lets it accuse another player.
   */
  identifies: boolean;
}
/**
 * A card on the viewer's own terrain; `forbidden` is the reason it may not lie face down.
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
   * Whether a round is in progress, from its first card to its end.
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
   * State of the game, in two or three words.
   */
  headline?: string | null;
  /**
   * What to do now, and who must do it.
   */
  prompt: string;
  race: RaceView | null;
  correction: CorrectionView | null;
  take_back: TakeBackView | null;
  question: QuestionView | null;
  /**
   * Question that will be asked unless further play answers it.
   */
  doubt?: QuestionView | null;
  winners: number[] | null;
  paused: boolean;
  over: boolean;
  /**
   * Notice about something that has no effect on the game, such as an unknown card.
   */
  notice: string | null;
  /**
   * The latest event.
   */
  last: {} | null;
  /**
   * For a seat: what a `tap`, `hold` or `double` press of its button means now.
   */
  gestures?: {
    [k: string]: GestureView;
  };
  /**
   * For the host: number of the event that an undo would go back to; null if there is none.
   */
  undo_to?: number | null;
  /**
   * Whether the seat in turn has declared Courage.
   */
  courage: boolean | null;
  /**
   * Piles in random order, which decides between equally high ones after Courage has failed.
   */
  lot: string[] | null;
}
/**
 * One of the three piles.
 *
 * `shows` is the card on top, or the one that was on top until the pile was taken. While players are being asked which
 * pile that was, `top` and `count` are null, but `shows` still has the cards in question.
 */
export interface NurMutPile {
  /**
   * The code of the card on top.
   */
  top: string | null;
  count: number | null;
  /**
   * For a face-down pile: number of cards on it that must be taken off.
   */
  wrong?: number | null;
  /**
   * Visible face of the top card; null if unknown.
   */
  face: number | "joker" | null;
  /**
   * Both faces of the top card.
   */
  faces: (number | "joker")[] | null;
  shows: string | null;
  /**
   * Faces that fit on this pile.
   */
  fits: (number | "joker" | null)[] | null;
}
/**
 * A seat, and whether it has passed.
 */
export interface NurMutSeat {
  seat: number;
  name: string | null;
  score: number | null;
  /**
   * Number of cards in hand; null if it must stay unknown.
   */
  hand: number | null;
  /**
   * Kind of the robot that plays here; null for a person.
   */
  robot?: ("easy" | "keen") | null;
  /**
   * Cards that this seat still owes other seats.
   */
  owes?: Owed[] | null;
  /**
   * Number of cards counted so far, while this hand is being counted; null otherwise.
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
   * Sign that all phones show, including the asking one; null if no claim is open.
   */
  sign: Sign | null;
}
export interface PostSeatsClaim {
  /**
   * Seats that this phone holds.
   */
  seats: number[];
  agreed: boolean;
  /**
   * Seconds until the claim ends; 0 if it has ended.
   */
  left_s: number;
  /**
   * Sign that all phones show, including the asking one; null if no claim is open.
   */
  sign: Sign | null;
}
export interface PostClaim {
  done: true;
}
export interface PostSeatsTake {
  /**
   * Seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsLeave {
  /**
   * Seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsFree {
  /**
   * Seats that this phone holds.
   */
  seats: number[];
}
export interface PostSeatsName {
  name: string;
  next: boolean;
}
export interface PostSeatsOrder {
  /**
   * Seats that this phone holds.
   */
  seats: number[];
}
export interface PostRecovery {
  done: true;
}
export interface GetGames {
  games: DescribedGame[];
  /**
   * Seats of this table.
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
   * Error bound of a press, in milliseconds; null until the clocks are matched.
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
   * Codes of cards, by complete UID in lower-case hex.
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
     * `code`, `copies`, what is printed on the card, and in `assumed` what nobody has verified.
     */
    card: {
      [k: string]: unknown;
    };
    /**
     * Whether the owner of the box has corrected this line.
     */
    corrected: boolean;
    /**
     * Whether the shipped deck has this card.
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
   * Results of the players, as `cardtable score` prints them.
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
     * Reason for the points, in words.
     */
    why: string;
  }[];
}
export interface PostScoreRanking {
  ranking: {
    names: string[];
    points: number;
    /**
     * Number of rounds that these players have won.
     */
    won: number;
  }[];
  /**
   * Name of the player who opens the next round.
   */
  next: string;
  /**
   * Players one of whom is drawn at random to open the next round, if the options say so and there is a tie.
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
