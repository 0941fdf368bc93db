/** Checks include patterns. A pattern that could run very long or leave its folder is not evaluated. */

/** Limits: characters, stars in a part of the path, and `**` in the whole path. */
const LIMITS = { length: 500, stars: 3, anyDepth: 3 } as const;

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
  if (pattern.includes('${')) return 'Includes are resolved before interpolation, so write the path out.';
  if (pattern.length > LIMITS.length) return `It has more than ${LIMITS.length} characters.`;
  if (!isPlainPath(pattern.replaceAll('*', ''))) return 'The only wildcards are `*` and `**`.';
  const parts = pattern.split('/');
  if (parts.filter((part) => part === '**').length > LIMITS.anyDepth)
    return `It has more than ${LIMITS.anyDepth} \`**\`.`;
  if (parts.some((part) => part !== '**' && (part.match(/\*/g)?.length ?? 0) > LIMITS.stars))
    return `One part of it has more than ${LIMITS.stars} \`*\`.`;
  const rest = parts.slice(parts.findIndex((part) => !isPlainPath(part)));
  return rest.includes('..') ? 'It has `..` after a wildcard.' : undefined;
}
