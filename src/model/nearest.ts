/** The nearest valid spelling of a word, by edit distance with swaps. */

/** Returns undefined if more than a third of the word would have to change for every candidate, and it does not begin just one. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  const all = [...candidates];
  for (const candidate of all) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const distance = candidate.toLowerCase() === lower ? 0 : editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  if (best !== undefined || word.length < 4) return best;
  const [longer, ...others] = all.filter(
    (candidate) => candidate !== word && candidate.toLowerCase().startsWith(lower),
  );
  return others.length === 0 ? longer : undefined;
}

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row: number[] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Returns a sentence for a hint: the nearest spelling, and the whole list if it is short. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const near = nearest(word, candidates);
  const parts = [near === undefined ? undefined : `Did you mean \`${near}\`?`, allowedOnes(candidates)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Returns undefined if there is no candidate, or if there are too many to read. */
export function allowedOnes(candidates: readonly string[]): string | undefined {
  return candidates.length > 0 && candidates.length <= 14 ? `Allowed: ${candidates.join(', ')}.` : undefined;
}

/**
 * Returns a question with the nearest address of the same kind, if all parts are equal or similar. An address that differs only by encoded
 * blanks comes first.
 */
export function nearHint(typed: string, known: Iterable<string>): string | undefined {
  const address = typed.replace(/\s/g, encodeURIComponent);
  const others = [...known];
  if (address !== typed && others.includes(address)) return `Did you mean ${address}?`;
  const parts = splitParts(address);
  const alike = others.filter((other) => {
    const own = splitParts(other);
    return (
      own.length === parts.length &&
      parts.every((part, at) => part === own[at] || nearest(part, [own[at] ?? '']) !== undefined)
    );
  });
  const near = nearest(address, alike);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Kind first. */
function splitParts(address: string): readonly string[] {
  return address.split(/[:/]/);
}
