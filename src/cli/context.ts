/** What a command works with: its environment, its output style, and the signal that stops it. */

import { withoutPasswords } from '../contract/address-secrets.ts';
import { defined } from '../contract/defined.ts';
import { createScrubber, type Scrubber, SHORTEST_KNOWN } from '../contract/scrub.ts';
import { DEFAULT_WIDTH, palette, type TextStyle } from '../report/text/style.ts';
import type { Typed } from '../report/text/typed.ts';
import type { CommonFlags } from './flags.ts';
import { watchPrinting } from './printing.ts';
import { throughNpx, type World } from './world.ts';

/** Something that is drawn on the terminal and drawn again. */
export interface Display {
  /** Clears it; it is redrawn automatically. */
  clear(): void;
  /** Clears it until the next event. */
  rest(): void;
}

export interface Context {
  readonly world: World;
  /** Makes this absolute folder the working directory. */
  enter(cwd: string): void;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Knows the secrets of the run: all output goes through it. */
  readonly redaction: Scrubber;
  /** Text for people or the one JSON document, on stdout. */
  out(text: string): void;
  /** The same, for tokens that the person asked to see. */
  reveal(text: string): void;
  /** Why some of it could not be written, after all of it was attempted; undefined if nothing was lost. */
  unprinted(): Promise<Error | undefined>;
  /** Called once the reader of stdout has left. */
  onReaderGone(listener: () => void): void;
  /** A line on stderr. */
  note(line: string): void;
  /** Shows the offending line of a finding, once a project is loaded. */
  excerpts(): Pick<TextStyle, 'excerpt'>;
  useExcerpts(excerpt: NonNullable<TextStyle['excerpt']>): void;
  /** A display on the same terminal, which must be cleared before anything else is written; undefined: none. */
  display(shown: Display | undefined): void;
  /** Clears the display until the next event: before a question. */
  clear(): void;
}

export function createContext(world: World, signal: AbortSignal): Context {
  let shown: Display | undefined;
  let excerpts: Pick<TextStyle, 'excerpt'> = {};
  let entered = world;
  const printing = watchPrinting(world.stdout);
  const redaction = createScrubber([], SHORTEST_KNOWN);
  const print = (text: string) => {
    shown?.clear();
    printing.print(text);
  };
  return {
    get world() {
      return entered;
    },
    enter: (cwd) => {
      entered = { ...world, cwd };
    },
    signal,
    redaction,
    out: (text) => print(redaction.scrub(text)),
    reveal: print,
    onReaderGone: printing.onReaderGone,
    unprinted: printing.unprinted,
    note: (line) => {
      shown?.clear();
      world.stderr.write(`${redaction.scrub(line)}\n`);
    },
    excerpts: () => excerpts,
    useExcerpts: (excerpt) => {
      excerpts = { excerpt };
    },
    display: (display) => {
      shown = display;
    },
    clear: () => shown?.rest(),
  };
}

/** Style of the output to one of the streams. */
export function buildStyle(world: World, flags: CommonFlags, stream: 'stdout' | 'stderr' = 'stdout'): TextStyle {
  return {
    palette: palette(hasColour(world, flags, stream)),
    width: readWidth(world),
    verbose: flags.verbose === true,
    now: world.now(),
    typed: listTypedFlags(world, flags),
  };
}

/** Flags that every suggested command has to repeat. A password is not repeated, and its place is: without the address, a command would work on another fleet. */
export function listTypedFlags(world: World, flags: CommonFlags): Typed {
  const { directory, file, account, ledger, allowHost, database, hubId } = flags;
  return {
    npx: throughNpx(world),
    ...defined({ directory }),
    files: file ?? [],
    ...defined({ account, ledger, hubId }),
    allowHosts: allowHost ?? [],
    ...(database === undefined ? {} : { database: withoutPasswords(database) }),
  };
}

/** As in Node.js: FORCE_COLOR overrides NO_COLOR; the flag overrides both. */
function hasColour(world: World, flags: CommonFlags, stream: 'stdout' | 'stderr'): boolean {
  if (flags.color === false || flags.json === true) return false;
  const forced = world.env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((world.env['NO_COLOR'] ?? '') !== '' || world.env['TERM'] === 'dumb') return false;
  return world.isTTY[stream];
}

function readWidth(world: World): number {
  const columns = world.columns ?? Number(world.env['COLUMNS'] ?? '');
  return Number.isInteger(columns) && columns >= 40 ? columns : DEFAULT_WIDTH;
}
