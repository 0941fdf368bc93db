/** In which format a generated file is written: by its name, as long as the command can write what the name says. */

import { extname } from 'node:path';
import { UsageError } from '../errors.ts';

/**
 * Undefined where neither the flag nor the name says it. Throws UsageError for a name that ends in something else than what is written,
 * before anything is read. `endings`: of each format, in lower case.
 */
export function formOf<Format extends string>(
  { format, out = '' }: { readonly format?: Format; readonly out?: string },
  endings: Readonly<Record<Format, readonly string[]>>,
): Format | undefined {
  const ending = extname(out).toLowerCase();
  if (ending === '') return format;
  const formats = format === undefined ? (Object.keys(endings) as Format[]) : [format];
  const found = formats.find((one) => endings[one].includes(ending));
  if (found !== undefined) return found;
  const allowed = formats.flatMap((one) => endings[one]);
  const known = [allowed.slice(0, -1).join(', '), ...allowed.slice(-1)].filter((part) => part !== '').join(' or ');
  const what = format === undefined ? '' : ` as ${format}`;
  throw new UsageError('out-form', `${out} cannot be written${what}: its name ends in ${ending}.`, {
    hint: `Use a name that ends in ${known}. Nothing was written.`,
  });
}
