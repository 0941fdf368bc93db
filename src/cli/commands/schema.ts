/** `trueup schema`: writes the JSON Schemas of the configuration and of every document. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { documentJsonSchema } from '../../config/schema/json-schema.ts';
import { UsageError } from '../../errors.ts';
import { KINDS } from '../../kinds/index.ts';
import { makeFolder } from '../../private-file.ts';
import { CheckupDocument } from '../../report/documents/checkup.ts';
import {
  AuthLoginDocument,
  AuthRevokeDocument,
  AuthStatusDocument,
  ExportDocument,
  FormattedDocument,
  GeneratedDocument,
  PageDocument,
  SchemasDocument,
  TimelineDocument,
} from '../../report/documents/commands.ts';
import { ComparisonDocument } from '../../report/documents/comparison.ts';
import { DriftDocument } from '../../report/documents/drift.ts';
import { ErrorDocument, ValidationDocument } from '../../report/documents/error.ts';
import { ExplanationDocument } from '../../report/documents/explanation.ts';
import {
  ClustersDocument,
  FleetAccountsDocument,
  FleetImportDocument,
  FleetResealDocument,
  FleetWorkDocument,
  StatusDocument,
} from '../../report/documents/fleet.ts';
import { SCHEMAS_FORMAT } from '../../report/documents/formats.ts';
import { InitDocument } from '../../report/documents/init.ts';
import { json } from '../../report/documents/json.ts';
import { LedgerDocument, RecordsDocument, RunsDocument } from '../../report/documents/ledger.ts';
import { ListDocument } from '../../report/documents/list.ts';
import { OutcomeDocument } from '../../report/documents/outcome.ts';
import { PlanDocument } from '../../report/documents/plan.ts';
import { PullDocument } from '../../report/documents/pull.ts';
import { RolloutReportDocument } from '../../report/documents/rollout.ts';
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
    'list.schema.json': jsonSchema(ListDocument),
    'pull.schema.json': jsonSchema(PullDocument),
    'comparison.schema.json': jsonSchema(ComparisonDocument),
    'rollout-status.schema.json': jsonSchema(StatusDocument),
    'rollout-report.schema.json': jsonSchema(RolloutReportDocument),
    'ledger.schema.json': jsonSchema(LedgerDocument),
    'records.schema.json': jsonSchema(RecordsDocument),
    'runs.schema.json': jsonSchema(RunsDocument),
    'validation.schema.json': jsonSchema(ValidationDocument),
    'error.schema.json': jsonSchema(ErrorDocument),
    'timeline.schema.json': jsonSchema(TimelineDocument),
    'auth-status.schema.json': jsonSchema(AuthStatusDocument),
    'auth-login.schema.json': jsonSchema(AuthLoginDocument),
    'auth-revoke.schema.json': jsonSchema(AuthRevokeDocument),
    'export.schema.json': jsonSchema(ExportDocument),
    'explanation.schema.json': jsonSchema(ExplanationDocument),
    'page.schema.json': jsonSchema(PageDocument),
    'checkup.schema.json': jsonSchema(CheckupDocument),
    'init.schema.json': jsonSchema(InitDocument),
    'generated.schema.json': jsonSchema(GeneratedDocument),
    'formatted.schema.json': jsonSchema(FormattedDocument),
    'fleet-accounts.schema.json': jsonSchema(FleetAccountsDocument),
    'fleet-import.schema.json': jsonSchema(FleetImportDocument),
    'fleet-reseal.schema.json': jsonSchema(FleetResealDocument),
    'fleet-work.schema.json': jsonSchema(FleetWorkDocument),
    'clusters.schema.json': jsonSchema(ClustersDocument),
    'schemas.schema.json': jsonSchema(SchemasDocument),
  };
}

export async function schema(context: Context, flags: CommonFlags, dir: string): Promise<number> {
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
  const document: SchemasDocument = { format: SCHEMAS_FORMAT, written };
  context.out(flags.json === true ? json(document) : `${written.join('\n')}\n`);
  return EXIT.done;
}

function jsonSchema(document: z.ZodType): unknown {
  return z.toJSONSchema(document, { io: 'input', unrepresentable: 'any' });
}
