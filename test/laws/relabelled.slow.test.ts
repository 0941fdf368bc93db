/** Laws of limits whose labels a user reassigns: a record follows its type, and only recorded limits are purged. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTypeId } from '../../src/engine/observe/renamed.ts';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { converge } from './world.ts';

/** The labels of the account from contacts to companies, by type id. */
const LABELS: Readonly<Record<number, string>> = { 1: 'Owner', 3: 'Tenant', 5: 'Board member' };
const TYPES = Object.keys(LABELS).map(Number);
const TEXTS = [...Object.values(LABELS), 'Landlord', 'Director'];

const limits = (texts: readonly string[]) =>
  `associationLimits: [{ from: contacts, to: companies, limits: [${texts.map((label) => `{ label: ${label}, maxToObjectIds: ${TEXTS.indexOf(label) + 2} }`).join(', ')}] }]\n`;

const some = fc.subarray(Object.values(LABELS));
const scenario = fc.record({
  applied: some,
  /** Current label text of each type. */
  texts: fc.shuffledSubarray(TEXTS, { minLength: TYPES.length, maxLength: TYPES.length }),
  declared: fc.subarray(TEXTS),
  consented: fc.boolean(),
});

async function relabel(world: NamesWorld, texts: readonly string[]): Promise<void> {
  const now = TYPES.map((id, at) => ({ id, text: texts[at] ?? '' })).filter(({ id, text }) => text !== LABELS[id]);
  // Through a text that no other label has.
  for (const { id, text } of [...now.map(({ id }) => ({ id, text: `Until then ${id}` })), ...now]) {
    const { status } = await world.service.transport.send({
      method: 'PUT',
      url: 'http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels',
      headers: { authorization: 'Bearer pat-na1-names-1002', 'content-type': 'application/json' },
      body: JSON.stringify({ associationTypeId: id, label: text }),
    });
    expect(status).toBe(204);
  }
}

async function heldBy(world: NamesWorld) {
  const { records } = await world.reconciler(1002, limits([])).ledger.read();
  const { limits: inAccount } = await world.snapshot(1002);
  return {
    recorded: Object.values(records).map(({ id }) => parseTypeId(id)),
    there: inAccount.map(({ typeId }) => typeId),
  };
}

test(
  'a record stays as long as its limit, and purges affect only recorded limits',
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ applied, texts, declared, consented }) => {
        const world = await aNamesWorld();
        try {
          await converge(world.reconciler(1002, limits(applied)), []);
          const before = await heldBy(world);
          expect(before.recorded.length).toBe(applied.length);
          await relabel(world, texts);
          for (const allow of [[], consented ? (['limit-purge'] as const) : [], []])
            await converge(world.reconciler(1002, limits(declared)), allow);
          const after = await heldBy(world);
          const purged = before.there.filter((id) => !after.there.includes(id));
          if (!consented) expect(purged).toEqual([]);
          expect(before.recorded).toEqual(expect.arrayContaining(purged));
          const kept = before.recorded.filter((id) => id !== undefined && after.there.includes(id));
          expect(after.recorded).toEqual(expect.arrayContaining(kept));
          expect(new Set(after.recorded).size).toBe(after.recorded.length);
        } finally {
          await world.close();
        }
      }),
      cases(60),
    );
  },
  PATIENCE_MS,
);
