/** Measures only the parsing of the texts, which every reader needs. */

import { since } from './serving.ts';

/** Milliseconds of processor time. The results are kept until the end, as a plan keeps them. */
export async function parsing(yaml: readonly string[], json: readonly string[]): Promise<number> {
  const { parse } = await import('yaml');
  const began = process.cpuUsage();
  // Skips the parser's quadratic search for repeated keys, as trueup does.
  const values = [
    ...yaml.map((text): unknown => parse(text, { uniqueKeys: false })),
    ...json.map((text): unknown => JSON.parse(text)),
  ];
  const ms = since(began);
  if (values.length === 0) throw new Error('There is nothing to parse.');
  return ms;
}
