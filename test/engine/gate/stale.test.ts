/** Tests that a stale plan reports the change and the command for the next plan. */

import { expect, test } from 'vitest';
import { requireFresh } from '../../../src/engine/gate/stale.ts';
import { buildVersion } from '../../../src/model/ledger.ts';
import { aLedger, aPlan } from '../../support/builders.ts';

const ledger = aLedger();
const fingerprint = { desired: 'd', live: 'l', ledger: buildVersion(ledger), resources: {} };
const plan = aPlan({ fingerprint });
const NEW_PLAN = 'Review a new plan before you apply it.';
const changed = { 'property:contacts/tier': 'x' } as const;

test.each([
  [
    'ledger-changed',
    plan,
    { ...ledger, serial: 99 },
    fingerprint,
    `${NEW_PLAN} If a run of this plan was cut off, a new plan is the rest, and the digest of this plan still approves it.`,
  ],
  ['files-changed', plan, ledger, { ...fingerprint, desired: 'other' }, NEW_PLAN],
  ['account-changed', plan, ledger, { ...fingerprint, live: 'other', resources: changed }, NEW_PLAN],
] as const)('%s names the way to go on', (code, made, now, taken, hint) => {
  expect(() => requireFresh(made, now, taken)).toThrow(
    expect.objectContaining({
      code,
      hint,
      fix: [{ action: 'save-plan' }],
    }),
  );
});

test('a stale revert plan gets no hint to plan the files again', () => {
  const revert = { ...plan, origin: { kind: 'revert', run: 'r1' } } as const;
  const taken = { ...fingerprint, live: 'other', resources: changed };
  expect(() => requireFresh(revert, ledger, taken)).toThrow(expect.not.objectContaining({ fix: expect.anything() }));
});
