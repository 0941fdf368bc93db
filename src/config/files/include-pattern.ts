/** Checks include patterns. A pattern that could run very long or leave its folder is not evaluated. */

/** Limits: characters, names after expansion of braces, stars in a part of the path, and `**` in the whole path. */
const LIMITS = { length: 500, alternatives: 100, stars: 3, anyDepth: 3 } as const;

/** True for a path without wildcards, which selects a file or folder of any type. A pattern selects only YAML files. */
export function isPlainPath(pattern: string): boolean {
  return !/[*?[\]{}!()]/.test(pattern);
}

/** Returns the folder in which the search starts: everything before the first part with a wildcard. */
export function fixedPart(pattern: string): string {
  if (isPlainPath(pattern)) return pattern;
  const parts = pattern.split('/');
  return (
    parts
      .slice(
        0,
        parts.findIndex((part) => !isPlainPath(part)),
      )
      .join('/') || (pattern.startsWith('/') ? '/' : '.')
  );
}

/** Returns why a pattern is not evaluated. Returns undefined if it is. */
export function patternFault(pattern: string): string | undefined {
  if (isPlainPath(pattern)) return undefined;
  if (pattern.length > LIMITS.length) return `It has more than ${LIMITS.length} characters.`;
  if (/[?*+@!]\(/.test(pattern)) return 'Groups in ( ) are not supported.';
  if (alternatives(pattern) > LIMITS.alternatives)
    return `Its braces expand to more than ${LIMITS.alternatives} names.`;
  const parts = pattern.split('/');
  if (parts.filter((part) => part === '**').length > LIMITS.anyDepth)
    return `It has more than ${LIMITS.anyDepth} \`**\`.`;
  if (parts.some((part) => part !== '**' && (part.match(/\*/g)?.length ?? 0) > LIMITS.stars))
    return `One part of it has more than ${LIMITS.stars} \`*\`.`;
  const rest = parts.slice(parts.findIndex((part) => !isPlainPath(part)));
  return rest.some((part) => part.includes('..') && /(?:^|[{,])\.\.(?:$|[},])/.test(part))
    ? 'It has `..` after a wildcard.'
    : undefined;
}

/** Returns the number of patterns after expansion of braces. Counting stops soon after the limit. */
function alternatives(pattern: string): number {
  let at = 0;

  function sequence(inBraces: boolean): number {
    let product = 1;
    while (at < pattern.length) {
      const sign = pattern[at];
      if (inBraces && (sign === ',' || sign === '}')) break;
      at += sign === '\\' ? 2 : 1;
      if (sign === '{') product = Math.min(product * braces(), 1e9);
    }
    return product;
  }

  function braces(): number {
    const range = /^(?:(-?\d+)\.\.(-?\d+)(?:\.\.-?\d+)?|[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?)\}/.exec(pattern.slice(at));
    if (range !== null) {
      at += range[0].length;
      return range[1] === undefined ? 26 : Math.abs(Number(range[2]) - Number(range[1])) + 1;
    }
    let sum = sequence(true);
    while (pattern[at] === ',') {
      at += 1;
      sum += sequence(true);
    }
    at += 1;
    return sum;
  }

  return sequence(false);
}
