import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { UsageError } from '../../src/errors.ts';
import type { DriftReport } from '../../src/model/drift.ts';
import type { Fix } from '../../src/model/fix.ts';
import type { LedgerListing } from '../../src/model/open-call.ts';
import type { ApplyResult } from '../../src/model/outcome.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { DriftDocument } from '../../src/report/documents/drift.ts';
import type { FixForms } from '../../src/report/documents/fix.ts';
import { json, planJson } from '../../src/report/documents/json.ts';
import type { LedgerDocument } from '../../src/report/documents/ledger.ts';
import type { OutcomeDocument } from '../../src/report/documents/outcome.ts';
import type { PlanDocument } from '../../src/report/documents/plan.ts';
import { readPlan } from '../../src/report/documents/read-plan.ts';
import { aCall, aChange, anApplyResult, anOutcome, aPlan } from '../support/builders.ts';

/** Schemas infer mutable lists; the model's are readonly. Json and other recursive parts are left as they are. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

const plan = aPlan({
  changes: [aChange(), aChange({ address: 'property:contacts/kept', action: 'keep', because: 'in-sync' })],
  calls: [aCall()],
  findings: [{ code: 'x', severity: 'warning', message: 'm', provenance: { file: 'a.yaml', line: 1, column: 2 } }],
});

function refusal(text: string): { code: string; message: string } {
  try {
    readPlan(text);
  } catch (error) {
    if (error instanceof UsageError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('was read');
}

test('the documents have the types of the model', () => {
  expectTypeOf<Frozen<z.infer<typeof FixForms>>>().toEqualTypeOf<Frozen<Fix>>();
  expectTypeOf<Frozen<z.infer<typeof PlanDocument>>>().toEqualTypeOf<Frozen<Plan>>();
  expectTypeOf<Frozen<z.infer<typeof OutcomeDocument>>>().toEqualTypeOf<Frozen<ApplyResult>>();
  expectTypeOf<Frozen<z.infer<typeof DriftDocument>>>().toEqualTypeOf<Frozen<DriftReport>>();
  // The document leaves the settings of the policy in force open.
  expectTypeOf<Frozen<Omit<z.infer<typeof LedgerDocument>, 'inForce'>>>().toEqualTypeOf<
    Frozen<Omit<LedgerListing, 'inForce'>>
  >();
});

test('a saved plan is read back as it was', () => {
  expect(readPlan(planJson(plan, true))).toEqual(plan);
});

test('unchanged resources are listed only when asked for, and always counted', () => {
  const shown = JSON.parse(planJson(plan, false));
  expect(shown.changes.map((change: { address: string }) => change.address)).toEqual(['property:contacts/loyaltytier']);
  expect(shown.summary.keep).toBe(1);
});

test('an outcome is printed whole', () => {
  const result = anApplyResult({ outcomes: [anOutcome()] });
  expect(JSON.parse(json(result))).toEqual(result);
});

test('a plan file that is broken, newer or something else is refused with the member', () => {
  const broken = { ...plan, calls: [{ ...aCall(), endpoint: 'dropEverything' }] };
  expect(refusal(JSON.stringify(broken)).message).toContain('calls[0].endpoint');
  expect(refusal(JSON.stringify({ ...plan, extra: 1 })).message).toContain('the document: Unrecognized key: "extra"');
  expect(refusal(JSON.stringify({ ...plan, createdAt: 'today' })).message).toContain('createdAt: not an ISO time');
  expect(refusal('{').message).toBe('The plan file is not JSON.');
  expect(refusal('{"format":"trueup.outcome/1"}').code).toBe('plan-file-invalid');
  expect(refusal('{"format":"trueup.plan/2"}')).toEqual({
    code: 'plan-file-version',
    message: 'The plan file has format trueup.plan/2, but this version of trueup reads trueup.plan/1.',
  });
});
