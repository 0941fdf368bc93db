import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../src/model/json.ts';
import { TIER } from '../applying.ts';
import { planOf, recorded, type Scene, seen, tier } from '../planning.ts';
import { scripted } from '../scripted.ts';
import { LIVE, REPLY, run } from '../scripted-run.ts';

const gold = { value: 'gold', label: 'Gold' };
const theirs = { ...gold, label: 'Golden', description: '', displayOrder: 0, hidden: false };
const APPLIED: Fields = { label: 'Loyalty tier', options: [gold] };

/** A colleague changed label and options in the account. The file changed only the description. */
const SCENE: Scene = {
  drift: 'hold',
  desired: [tier({ description: 'From the file' })],
  live: [
    seen(TIER.address, { ...LIVE, label: 'By hand', options: [theirs] }),
    seen('property-group:contacts/loyalty', {}),
  ],
  records: [
    recorded(TIER.address, { ...APPLIED, groupName: 'loyalty', type: 'enumeration', fieldType: 'select' }),
    recorded('property-group:contacts/loyalty', {}),
  ],
};

const [silver, bronze] = [
  { value: 'silver', label: 'Silver' },
  { value: 'bronze', label: 'Bronze' },
];
const held = (option: Fields, displayOrder: number, more: Fields = {}): Fields => ({
  ...option,
  description: '',
  displayOrder,
  hidden: false,
  ...more,
});

/** gold and silver were applied; the account has `live`, and the file declares `options`. */
const listScene = (live: readonly Fields[], options: readonly Fields[], more: Fields = {}): Scene => ({
  drift: 'hold',
  desired: [tier({ options, ...more })],
  live: [seen(TIER.address, { ...LIVE, options: live }), seen('property-group:contacts/loyalty', {})],
  records: [
    recorded(TIER.address, {
      ...APPLIED,
      options: [gold, silver],
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
    }),
    recorded('property-group:contacts/loyalty', {}),
  ],
});

const sentBy = (scene: Scene) => {
  const { changes, calls, findings } = planOf(scene);
  const bodies = calls.map(({ body }) => (body as Fields)['options'] as readonly Fields[]);
  return {
    action: changes[0]?.action,
    sent: bodies.map((options) => options.map(({ value, label }) => `${value} ${label}`)),
    told: findings.filter(({ code }) => code === 'drift-held').map(({ message }) => message),
  };
};

const recordOf = (scene: Scene) => planOf(scene).calls[0]?.records[TIER.address]?.['options'];

const leftAlone = (what: string) => [`${TIER.address} was changed in the account (${what}) and is left unchanged.`];

describe('a changed list of options of which some changed in the account', () => {
  it.each([
    [
      'a label',
      [held({ ...gold, label: 'Golden' }, 0), held(silver, 1)],
      { sent: [['gold Golden', 'silver Silver', 'bronze Bronze']], told: leftAlone('options gold') },
    ],
    [
      'that one is hidden, which is nobody else to declare',
      [held(gold, 0, { hidden: true }), held(silver, 1)],
      { sent: [['gold Gold', 'silver Silver', 'bronze Bronze']], told: [] },
    ],
    [
      'that one is gone',
      [held(silver, 0)],
      { sent: [['silver Silver', 'bronze Bronze']], told: leftAlone('options gold') },
    ],
    [
      'their order',
      [held(silver, 0), held(gold, 1)],
      { sent: [['silver Silver', 'gold Gold', 'bronze Bronze']], told: leftAlone('options') },
    ],
    [
      'nothing',
      [held(gold, 0), held(silver, 1)],
      { sent: [['gold Gold', 'silver Silver', 'bronze Bronze']], told: [] },
    ],
  ])('is sent with what the file adds, and leaves as it is %s', (_, live, expected) => {
    expect(sentBy(listScene(live, [gold, silver, bronze]))).toEqual({ action: 'update', ...expected });
  });

  it('is sent with the changes of the file, even if an option moved', () => {
    const live = [held({ ...gold, label: 'Golden' }, 0), held({ ...silver, label: 'Argent' }, 1)];
    expect(sentBy(listScene(live, [{ ...gold, label: 'Premium' }, silver]))).toEqual({
      action: 'update',
      sent: [['gold Premium', 'silver Argent']],
      told: leftAlone('options silver'),
    });
  });

  it('keeps a dropped option that changed in the account', () => {
    const live = [held(gold, 0), held({ ...silver, label: 'Argent' }, 1)];
    const scene = {
      ...listScene(live, [gold, bronze]),
      allow: [{ risk: 'option-removal', address: TIER.address }],
    } as const;
    const told = leftAlone('options silver');
    expect(sentBy(scene)).toEqual({ action: 'update', sent: [['gold Gold', 'silver Argent', 'bronze Bronze']], told });
    expect(recordOf(scene)).toEqual([gold, silver, bronze]);
    expect(sentBy(listScene(live, [gold]))).toEqual({ action: 'keep', sent: [], told });
    expect(sentBy({ ...scene, overwrite: [TIER.address] })).toMatchObject({ sent: [['gold Gold', 'bronze Bronze']] });
    const exact = listScene(live, [gold], { optionsMode: 'exact' });
    expect(sentBy(exact)).toEqual({ action: 'keep', sent: [], told });
  });

  it('removes an option that the file drops if it did not change in the account', () => {
    const live = [held({ ...gold, label: 'Golden' }, 0), held(silver, 1)];
    const scene = { ...listScene(live, [gold]), allow: [{ risk: 'option-removal', address: TIER.address }] } as const;
    expect(sentBy(scene)).toMatchObject({ sent: [['gold Golden']], told: leftAlone('options gold') });
  });

  it('is left alone where the file stands still, with the options named', () => {
    const live = [held({ ...gold, label: 'Golden' }, 0), held(silver, 1)];
    expect(sentBy(listScene(live, [gold, silver]))).toEqual({
      action: 'keep',
      sent: [],
      told: leftAlone('options gold'),
    });
  });

  it('takes all of it back where that is asked for', () => {
    const live = [held({ ...gold, label: 'Golden' }, 0), held(silver, 1)];
    expect(sentBy({ ...listScene(live, [gold, silver, bronze]), overwrite: [TIER.address] })).toEqual({
      action: 'update',
      sent: [['gold Gold', 'silver Silver', 'bronze Bronze']],
      told: [],
    });
  });

  it('is recorded as declared, so that the drift stays seen and held', async () => {
    const live = [held({ ...gold, label: 'Golden' }, 0), held(silver, 1)];
    const after = [...live, held(bronze, 2)];
    const caller = scripted({
      patchProperty: [{ value: { ...REPLY, options: after } }],
      listProperties: [{ value: [{ ...REPLY, options: live }] }, { value: [{ ...REPLY, options: after }] }],
    });
    const scene = listScene(live, [gold, silver, bronze]);
    const { result, ledger } = await run(scene, caller);
    expect(result.outcomes.map(({ status }) => status)).toEqual(['applied']);
    expect(ledger.records[TIER.address]?.fields['options']).toEqual([gold, silver, bronze]);
    const next = { ...listScene(after, [gold, silver, bronze]), records: Object.values(ledger.records) };
    expect(sentBy(next)).toEqual({ action: 'keep', sent: [], told: leftAlone('options gold') });
  });
});

describe('a change beside fields whose drift is held', () => {
  it('sends only the changed field and expects the held fields of the account', () => {
    const { changes, calls } = planOf(SCENE);
    expect(changes[0]?.fields).toEqual([{ field: 'description', before: '', after: 'From the file' }]);
    expect(calls.map(({ body }) => body)).toEqual([{ description: 'From the file' }]);
    expect(calls[0]?.expects[TIER.address]).toEqual({
      label: 'By hand',
      description: 'From the file',
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
      options: [theirs],
    });
  });
});
