/** Reads action.yml and fills in the expressions that our files use, as the Git host does. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  shell: z.string().optional(),
  run: z.string().optional(),
  'working-directory': z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});
export type ActionStep = z.infer<typeof Step>;

const ActionFile = z.looseObject({
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string(), default: z.string().optional(), required: z.boolean().optional() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(Step) }),
});

export const ACTION = ActionFile.parse(parse(readFileSync('action.yml', 'utf8')));

/** Names such as `inputs.command` to their values. */
export type Names = Readonly<Record<string, string>>;

/** Throws if a name is unknown, so that an expression is never silently empty. */
export function fillIn(text: string, names: Names): string {
  return text.replace(/\$\{\{\s*([^}]+?)\s*\}\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Nothing is known of ${name}.`);
    return value;
  });
}
