/** What any program pays that reads these texts: their parsing alone. */

import { since } from './serving.ts';

/** Milliseconds of processor time. The results are kept until the end, as a plan keeps them. */
export async function parsing(yaml: readonly string[], json: readonly string[]): Promise<number> {
  const { parse } = await import('yaml');
  const began = process.cpuUsage();
  // Without the parser's own search for repeated keys, which compares each with each: trueup does without it too.
  const values = [
    ...yaml.map((text): unknown => parse(text, { uniqueKeys: false })),
    ...json.map((text): unknown => JSON.parse(text)),
  ];
  const ms = since(began);
  if (values.length === 0) throw new Error('There is nothing to parse.');
  return ms;
}
