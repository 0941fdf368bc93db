/** Tests that a stale plan reports the change and the command for the next plan. */

import { expect, test } from 'vitest';
import { requireFresh } from '../../../src/engine/gate/stale.ts';
import { buildVersion } from '../../../src/model/ledger.ts';
import { aLedger, aPlan } from '../../support/builders.ts';

const ledger = aLedger();
const fingerprint = { desired: 'd', live: 'l', ledger: buildVersion(ledger), resources: {} };
const plan = aPlan({ fingerprint });
const changed = { 'property:contacts/tier': 'x' } as const;

test.each([
  ['ledger-changed', plan, { ...ledger, serial: 99 }, fingerprint],
  ['files-changed', plan, ledger, { ...fingerprint, desired: 'other' }],
  ['account-changed', plan, ledger, { ...fingerprint, live: 'other', resources: changed }],
] as const)('%s names the command that goes on', (code, made, now, taken) => {
  expect(() => requireFresh(made, now, taken)).toThrow(
    expect.objectContaining({
      code,
      hint: 'Review a new plan before you apply it.',
      fix: [{ action: 'save-plan' }],
    }),
  );
});

test('a stale revert plan gets no hint to plan the files again', () => {
  const revert = { ...plan, origin: { kind: 'revert', run: 'r1' } } as const;
  const taken = { ...fingerprint, live: 'other', resources: changed };
  expect(() => requireFresh(revert, ledger, taken)).toThrow(expect.not.objectContaining({ fix: expect.anything() }));
});
