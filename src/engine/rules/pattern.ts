/**
 * Patterns of names, matched without backtracking: each piece takes the set of positions reached so far and gives the set
 * reached after it. A name has at most 100 characters, a pattern at most 200, a repetition goes at most 100 rounds and is
 * nested at most two deep, so that no pattern can take long, however it is written.
 */

export type ReadPattern = { matches(name: string): boolean } | { readonly fault: string };

type Positions = ReadonlySet<number>;
/** Positions before to positions after. */
type Piece = (text: readonly string[], from: Positions) => Positions;

const NESTING_LIMIT = 2;
const COUNT_LIMIT = 100;

/** What stands for one character, an assertion, or a repetition; read at the place of `lastIndex`. */
const TOKEN =
  /(?<skip>\(\?:|\(\?<[A-Za-z_]\w*>|\((?!\?))|(?<close>\))|(?<or>\|)|(?<start>\^)|(?<end>\$)|(?<one>\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[^1-9bBk]|[^()|^$*+?{}[\]\\])/uy;
const REPEAT = /(?:(?<sign>[*+?])|\{(?<least>\d+)(?<open>,)?(?<most>\d+)?\})\??/uy;

/** Takes what JavaScript takes, but no lookaround, back reference or word boundary. */
export function readPattern(source: string): ReadPattern {
  const invalid = syntaxFault(source);
  if (invalid !== undefined) return { fault: `this pattern cannot be read: ${invalid}` };
  try {
    const whole = parse(source);
    return {
      matches(name) {
        const text = [...name];
        return whole(text, new Set([...text.keys(), text.length])).size > 0;
      },
    };
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message };
    throw error;
  }
}

class PatternFault extends Error {}

function syntaxFault(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? (/: ([^:]*)$/.exec(error.message)?.[1] ?? error.message) : 'syntax error';
  }
}

function parse(source: string): Piece {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at += match[0].length;
    return match?.groups;
  };

  function alternatives(closing: boolean): { readonly piece: Piece; readonly depth: number } {
    const branches: Piece[][] = [[]];
    let depth = 0;
    for (;;) {
      const start = at;
      const token = at < source.length ? take(TOKEN) : undefined;
      if (token === undefined) {
        if (at === source.length && !closing) return { piece: either(branches.map(sequence)), depth };
        throw new PatternFault(
          `at character ${at + 1} this pattern uses what is not read here: lookaround, back references and word boundaries`,
        );
      }
      if (token['close'] !== undefined) return { piece: either(branches.map(sequence)), depth };
      if (token['or'] !== undefined) {
        branches.push([]);
        continue;
      }
      const inner = token['skip'] === undefined ? { piece: single(token), depth: 0 } : alternatives(true);
      const repeated = repeat(inner, start);
      depth = Math.max(depth, repeated.depth);
      branches.at(-1)?.push(repeated.piece);
    }
  }

  function repeat(inner: { readonly piece: Piece; readonly depth: number }, start: number) {
    const found = at < source.length ? take(REPEAT) : undefined;
    if (found === undefined) return inner;
    const { sign, least, open, most } = found;
    const from = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const to =
      sign === '?'
        ? 1
        : sign !== undefined || (open !== undefined && most === undefined)
          ? undefined
          : Number(most ?? least);
    if (from > COUNT_LIMIT || (to ?? 0) > COUNT_LIMIT) {
      throw new PatternFault(`at character ${start + 1} this pattern repeats more than ${COUNT_LIMIT} times`);
    }
    const depth = inner.depth + (sign === '?' ? 0 : 1);
    if (depth > NESTING_LIMIT) {
      throw new PatternFault(
        `at character ${start + 1} this pattern nests repetitions more than ${NESTING_LIMIT} deep`,
      );
    }
    return { piece: times(inner.piece, from, to), depth };
  }

  return alternatives(false).piece;
}

function single(token: Readonly<Record<string, string | undefined>>): Piece {
  if (token['start'] !== undefined) return (_text, from) => (from.has(0) ? new Set([0]) : new Set());
  if (token['end'] !== undefined) return (text, from) => (from.has(text.length) ? new Set([text.length]) : new Set());
  const one = new RegExp(`^${token['one'] ?? ''}$`, 'u');
  return (text, from) => new Set([...from].filter((at) => one.test(text[at] ?? '')).map((at) => at + 1));
}

function sequence(pieces: readonly Piece[]): Piece {
  return (text, from) =>
    pieces.reduce((positions, piece) => (positions.size === 0 ? positions : piece(text, positions)), from);
}

function either(branches: readonly Piece[]): Piece {
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0) return only;
  return (text, from) => new Set(branches.flatMap((branch) => [...branch(text, from)]));
}

/** Each position is gone on from once, so an open repetition ends after as many rounds as there are positions. */
function times(piece: Piece, least: number, most: number | undefined): Piece {
  return (text, from) => {
    let here: Positions = from;
    for (let round = 0; round < least && here.size > 0; round += 1) {
      const next = piece(text, here);
      const settled = next.size === here.size && [...next].every((at) => here.has(at));
      here = next;
      if (settled) break;
    }
    const reached = new Set(here);
    for (let round = least; here.size > 0 && (most === undefined || round < most); round += 1) {
      here = new Set([...piece(text, here)].filter((at) => !reached.has(at)));
      for (const at of here) reached.add(at);
    }
    return reached;
  };
}
