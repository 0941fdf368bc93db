/** Names of TypeScript made from names of the service: each once, however alike they are. */

/** `loyalty_tier` becomes `LoyaltyTier`, `2-3451` becomes `Object2_3451`. Compilers disagree on letters beyond ASCII. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  if (words.every((word) => /^\d/.test(word))) return `Object${words.join('_')}`;
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** Gives a number to what another one is called already. */
export function uniquely(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
    taken.add(name);
    return name;
  };
}

/** A member of an object or an interface. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quoted(name);
}

export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** One that nothing in the text can end. */
export function docComment(text: string, indent = ''): string {
  const lines = text
    .replaceAll('*/', '*\\/')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim());
  const shown = lines.filter((line) => line !== '');
  if (shown.length <= 1) return `${indent}/** ${shown[0] ?? ''} */`;
  return [`${indent}/**`, ...shown.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}
