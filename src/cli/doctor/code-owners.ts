/** Finds out whether a CODEOWNERS file names an owner of a path. */

/** The last line whose pattern matches decides, also if the line names no owner. */
export function hasOwner(text: string, path: string): boolean {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...owners] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/(?<!\\)\s+/);
    return pattern === '' ? [] : [{ pattern: pattern.replaceAll('\\ ', ' '), isOwned: owners.length > 0 }];
  });
  return lines.findLast(({ pattern }) => matches(pattern, path))?.isOwned ?? false;
}

/** Follows `.gitignore` with two exceptions: `docs/*` skips `docs/a/b`, and the signs `!` and `[ ]` are literal. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.slice(0, -1).includes('/');
  const body = pattern.replace(/^\//, '').replace(/\/$/, '');
  const parts = body.split('/').map((part) => (part === '**' ? part : part.replaceAll(/\*+/g, '*')));
  const found = parts.map((part, index) => {
    const end = index === parts.length - 1 ? '' : '/';
    if (part === '**') return end === '' ? '.+' : '(?:[^/]+/)*';
    return `${part
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}${end}`;
  });
  const below = pattern.endsWith('/') ? '/.+' : isAnchored && parts.at(-1) === '*' ? '' : '(?:/.+)?';
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${found.join('')}${below}$`).test(path);
}
