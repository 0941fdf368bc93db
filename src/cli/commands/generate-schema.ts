/** `trueup generate schema`: writes the JSON Schemas of the configuration and of the main documents. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { documentJsonSchema } from '../../config/schema/json-schema.ts';
import { UsageError } from '../../errors.ts';
import { KINDS } from '../../kinds/index.ts';
import { makeFolder } from '../../private-file.ts';
import { DriftDocument } from '../../report/documents/drift.ts';
import { ErrorDocument } from '../../report/documents/error.ts';
import { SCHEMAS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { LedgerDocument } from '../../report/documents/ledger.ts';
import { OutcomeDocument } from '../../report/documents/outcome.ts';
import { PlanDocument } from '../../report/documents/plan.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';

/** File names and their schemas; dialect 2020-12. */
export function schemas(): Readonly<Record<string, unknown>> {
  return {
    'trueup.schema.json': documentJsonSchema(KINDS),
    'plan.schema.json': jsonSchema(PlanDocument),
    'outcome.schema.json': jsonSchema(OutcomeDocument),
    'drift.schema.json': jsonSchema(DriftDocument),
    'ledger.schema.json': jsonSchema(LedgerDocument),
    'error.schema.json': jsonSchema(ErrorDocument),
  };
}

export async function generateSchema(context: Context, flags: CommonFlags, dir: string): Promise<number> {
  const folder = resolve(context.world.cwd, dir);
  const files = Object.entries(schemas());
  try {
    await makeFolder(folder, 0o777);
    for (const [name, document] of files) await writeFile(join(folder, name), json(document));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError('cannot-save', `The schemas cannot be written to ${dir}: ${why}.`, {
      hint: 'Choose a folder that you can write to.',
      cause,
    });
  }
  const written = files.map(([name]) => join(dir, name));
  const document = { format: SCHEMAS_FORMAT, written };
  context.out(flags.json === true ? json(document) : `${written.join('\n')}\n`);
  return EXIT.done;
}

function jsonSchema(document: z.ZodType): unknown {
  return z.toJSONSchema(document, { io: 'input', unrepresentable: 'any' });
}
