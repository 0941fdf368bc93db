import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/engine/plan/decide.ts';
import type { DecideInput, Decision } from '../../../src/engine/plan/decision.ts';
import { OPTION_LIST } from '../../../src/kinds/options.ts';
import type { Provenance } from '../../../src/model/finding.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { Kind } from '../../../src/model/kind.ts';
import type { LedgerRecord } from '../../../src/model/ledger.ts';
import type { LiveResource } from '../../../src/model/live.ts';
import { type Consent, createIsAllowed } from '../../../src/model/policy.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aLedger } from '../../support/builders.ts';
import { aKind, NO_CALL, READER } from '../a-kind.ts';
import { recorded, seen } from '../planning.ts';

const IT = 'property:contacts/it';
const WRITER = aKind().writer;
const gold = { value: 'gold', label: 'Gold', description: '', displayOrder: 0, hidden: false };
/** Author and time of the move. */
const MOVED = { changedAt: '2026-01-02T00:00:00.000Z', changedBy: '42' };
const silver = { ...gold, value: 'silver', label: 'Silver', displayOrder: 1 };

interface Case extends Partial<Omit<DecideInput, 'live' | 'ledger' | 'isAllowed'>> {
  readonly allow?: readonly Consent[];
  readonly spec: Fields;
  readonly provenance?: Provenance;
  readonly live?: Fields | LiveResource;
  readonly record?: Partial<LedgerRecord>;
  readonly unseen?: boolean;
  readonly archived?: Fields;
  readonly kind?: Partial<Kind>;
  readonly open?: readonly ReturnType<typeof anIntention>[];
}

function decided({
  spec,
  provenance,
  live,
  record,
  unseen = false,
  archived,
  kind,
  open = [],
  allow = [],
  ...more
}: Case): Decision {
  const found = live === undefined || 'basis' in live ? live : seen(IT, live);
  const known = record === undefined ? [] : [{ ...recorded(IT, {}), ...record }];
  return decide({ address: IT, kind: 'property', spec, ...(provenance && { provenance }) }, aKind(kind), {
    live: {
      resources: new Map(found === undefined ? [] : [[IT, found as LiveResource]]),
      ...(archived && { archived: new Map([[IT, { ...(seen(IT, archived) as LiveResource), archived: {} }]]) }),
      complete: !unseen,
      unseen: new Set(unseen ? [IT] : []),
      findings: [],
      reads: 1,
    },
    ledger: aLedger(known, open),
    isAllowed: createIsAllowed(allow),
    hold: false,
    objects: new Map(),
    overwrite: new Set(),
    unsettled: new Map(),
    shared: new Map(),
    ...more,
  });
}

/** Returns the decision and its reason. */
const said = (input: Case) => {
  const { action, because, reason } = decided(input).change;
  return [action, because, reason];
};

describe('a resource that is not in the account', () => {
  it('is created with all that is declared, and recorded so', () => {
    expect(decided({ spec: { label: 'A' } })).toStrictEqual({
      change: {
        address: IT,
        kind: 'property',
        action: 'create',
        because: 'missing',
        reason: 'It is not in the account.',
        risk: 'safe',
        risks: [],
        basis: 'observed',
        fields: [{ field: 'label', after: 'A' }],
        dependsOn: [],
      },
      desired: { address: IT, action: 'create', spec: { label: 'A' }, after: { label: 'A' }, changed: ['label'] },
      record: { label: 'A' },
      findings: [],
    });
  });

  it('is created with its immutable fields', () => {
    expect(decided({ spec: { code: 'x' } }).change.action).toBe('create');
  });

  it.each([
    ['observed', READER, 'It is not in the account.'],
    [
      'inferred',
      { ...READER, proves: 'existence' },
      'Nothing in the account refers to it; if it already exists, its declared fields are set.',
    ],
    ['unknown', NO_CALL, 'It is missing in the ledger, and no call can read whether it exists.'],
  ] as const)('is known to be missing as far as its kind can be read: %s', (basis, reader, reason) => {
    expect(decided({ spec: { label: 'A' }, kind: { reader } }).change).toMatchObject({ basis, reason });
  });

  it.each([
    [{}, 'It was applied and is gone from the account.'],
    [{ found: 'changed' }, 'It was applied and is gone from the account.'],
    [{ found: 'recorded' }, 'It was recorded and is gone from the account.'],
  ] as const)('was there before, if the ledger has it as %j', (record, reason) => {
    expect(said({ spec: { label: 'A' }, record })).toEqual(['create', 'account-changed', reason]);
    const kind = { reader: { ...READER, proves: 'existence' } } as const;
    expect(said({ spec: { label: 'A' }, record, kind }).slice(0, 2)).toEqual(['create', 'missing']);
  });

  it('is blocked if a create would delete an archived resource', () => {
    const reader = { ...READER, losesArchived: 'A create would delete the archived one.' };
    const spec = { label: 'A' };
    const { change, desired } = decided({ spec, archived: { label: 'B' }, kind: { reader } });
    expect(change).toMatchObject({
      ...{ action: 'blocked', because: 'archived', section: '4.3' },
      reason: 'A create would delete the archived one.',
    });
    expect(desired).toBeUndefined();
    expect(decided({ spec, archived: { label: 'B' } }).change.reason).not.toContain('delete');
    expect(decided({ spec, live: { label: 'B' }, archived: { label: 'B' }, kind: { reader } }).change.action).toBe(
      'update',
    );
  });

  it('is set, not created, where it has to exist to be declared at all', () => {
    const kind: Partial<Kind> = { mentions: () => [IT] };
    expect(decided({ spec: { label: 'A' }, kind }).desired).toMatchObject({ action: 'update', changed: ['label'] });
  });

  it('is blocked until its open call is settled', () => {
    const spec = { label: 'A' };
    expect(said({ spec, unsettled: new Map([[IT, 'person']]) })).toEqual([
      'blocked',
      'unsettled',
      'It is unknown whether an earlier call took effect; settle it first.',
    ]);
    expect(said({ spec, unsettled: new Map([[IT, 'run']]) })).toEqual([
      'blocked',
      'under-way',
      'A run in progress has an open call on it.',
    ]);
  });
});

describe('a resource that is as declared', () => {
  const spec = { label: 'A' };

  it('is kept, and adopted where the ledger does not know it', () => {
    expect(decided({ spec, live: { label: 'A', note: 'x' } })).toStrictEqual({
      change: {
        address: IT,
        kind: 'property',
        action: 'keep',
        because: 'in-sync',
        reason: 'As declared.',
        risk: 'safe',
        risks: [],
        basis: 'observed',
        fields: [],
        dependsOn: [],
      },
      record: { label: 'A' },
      adopt: { address: IT, kind: 'property', fields: { label: 'A' } },
      findings: [],
    });
  });

  it('is adopted again only if the ledger has other fields', () => {
    const adopt = (record: Partial<LedgerRecord>) => decided({ spec, live: { label: 'A' }, record }).adopt;
    expect(adopt({ fields: { label: 'A', note: 'ours once' } })?.fields).toEqual({ label: 'A' });
    expect(decided({ spec, live: { label: 'A' }, record: { fields: { label: 'A' } } })).not.toHaveProperty('adopt');
  });

  it('is not adopted on the word of the ledger alone', () => {
    const live = seen(IT, { label: 'A' }, { basis: 'recorded', recordedAt: '2026-01-01T00:00:00.000Z' });
    const { change, adopt } = decided({ spec, live });
    expect([change.basis, change.recordedAt, change.reason, adopt]).toEqual([
      'recorded',
      '2026-01-01T00:00:00.000Z',
      'As last applied; it cannot be read.',
      undefined,
    ]);
  });

  it('names the foreign options of its list', () => {
    const list = { options: [gold] };
    expect(decided({ spec: list, live: { options: [gold, silver] } }).change.foreign).toEqual([
      { value: 'silver', label: 'Silver' },
    ]);
    expect(decided({ spec: list, live: { options: [gold] } }).change).not.toHaveProperty('foreign');
  });
});

describe('a resource whose drift is held', () => {
  const drifted: Case = {
    spec: { label: 'A' },
    live: seen(IT, { label: 'theirs' }, MOVED),
    record: { fields: { label: 'A', note: 'ours once' } },
    hold: true,
  };

  it('is kept as it is, not adopted, and says who changed it', () => {
    const { change, adopt, findings } = decided(drifted);
    expect([change.action, change.because, change.reason, change.changedBy, adopt]).toEqual([
      'keep',
      'held',
      'It was changed in the account and drift is held.',
      '42',
      undefined,
    ]);
    expect(findings.map(({ code }) => code)).toEqual(['drift-held']);
  });

  it('is overwritten where that is asked for', () => {
    const { change, findings } = decided({ ...drifted, overwrite: new Set([IT]) });
    expect([change.action, change.because, findings]).toEqual(['update', 'account-changed', []]);
  });

  it('omits the author if an open call may be the last change', () => {
    const call = anIntention('i1', {
      covers: [IT],
      before: { [IT]: { label: 'A' } },
      expects: { [IT]: { label: 'theirs' } },
    });
    expect(decided({ ...drifted, open: [call] }).change).not.toHaveProperty('changedBy');
  });
});

describe('a resource that could not be read', () => {
  const live = seen(IT, { label: 'A' }, { basis: 'recorded' });

  it('is not changed, and kept where the ledger has it as declared', () => {
    expect(said({ spec: { label: 'A' }, unseen: true }).slice(0, 2)).toEqual(['blocked', 'unseen']);
    expect(decided({ spec: { label: 'B' }, live, unseen: true }).change).toMatchObject({
      action: 'blocked',
      because: 'unseen',
      basis: 'unknown',
    });
    expect(said({ spec: { label: 'A' }, live, unseen: true })).toEqual([
      'keep',
      'in-sync',
      'As last applied; the reads of the account do not tell its current state.',
    ]);
  });
});

describe('an update', () => {
  it('has the live fields, the planned fields, the changes and the record', () => {
    const record = { ...recorded(IT, { label: 'A' }) };
    const live = { label: 'A', note: 'theirs' };
    const { desired, change } = decided({ spec: { label: 'B' }, live, record });
    expect(desired).toStrictEqual({
      address: IT,
      action: 'update',
      spec: { label: 'B' },
      after: { label: 'B' },
      before: live,
      changed: ['label'],
      record,
    });
    expect([change.reason, change.risk, change.basis]).toEqual([
      'The file declares another value.',
      'safe',
      'observed',
    ]);
    expect(decided({ spec: { label: 'B' }, live }).desired).not.toHaveProperty('record');
  });

  it('names the user only if the account changed', () => {
    const by = (label: string, applied?: string) =>
      decided({
        spec: { label },
        live: seen(IT, { label: 'live' }, MOVED),
        ...(applied === undefined ? {} : { record: { fields: { label: applied } } }),
      }).change;
    expect([by('A', 'A').because, by('A', 'A')]).toMatchObject(['account-changed', MOVED]);
    expect([by('A', 'B').because, by('A', 'B')]).toMatchObject(['both-changed', MOVED]);
    expect([by('A', 'live').because, by('A', 'live').changedBy]).toEqual(['file-differs', undefined]);
    expect([by('live', 'live').because, by('live', 'live').changedBy]).toEqual(['in-sync', undefined]);
  });

  it('is blocked if the account has locked the definition', () => {
    expect(said({ spec: { label: 'B' }, live: seen(IT, { label: 'A' }, { locked: 'it is read-only' }) })).toEqual([
      'blocked',
      'read-only',
      'It cannot be changed in the account: it is read-only.',
    ]);
  });

  it('is blocked if no endpoint changes the field, and names the field', () => {
    expect(decided({ spec: { label: 'B', code: 'y' }, live: { label: 'A', code: 'x' } })).toStrictEqual({
      change: {
        address: IT,
        kind: 'property',
        action: 'blocked',
        because: 'no-endpoint',
        reason:
          'No endpoint can change code once it exists. In the account code is "x": declare that, or another thing.',
        section: '4.3',
        risk: 'safe',
        risks: [],
        basis: 'observed',
        fields: [
          { field: 'label', before: 'A', after: 'B' },
          { field: 'code', before: 'x', after: 'y' },
        ],
        dependsOn: [],
      },
      record: { label: 'B', code: 'y' },
      findings: [],
    });
  });

  it('is blocked if the kind has no update call', () => {
    const kind = { writer: { ...WRITER, update: NO_CALL } };
    const live = seen(IT, {}, { basis: 'recorded' });
    expect(decided({ spec: { label: 'B' }, live: { label: 'A' }, kind }).change).toMatchObject({
      because: 'no-endpoint',
      reason: NO_CALL.reason,
      section: NO_CALL.section,
    });
    const one = decided({ spec: { label: 'B' }, live, record: { fields: { label: 'A' } }, kind });
    expect(one.change.because).toBe('no-endpoint');
    expect(said({ spec: { label: 'B' }, live, record: { fields: {} }, kind })).toEqual([
      'blocked',
      'exists-unread',
      'It exists, but its fields cannot be read.',
    ]);
  });

  it('is planned if the resource exists with unknown fields and an endpoint exists', () => {
    const live = seen(IT, {}, { basis: 'recorded' });
    expect(decided({ spec: { label: 'B' }, live, record: { fields: {} } })).toMatchObject({
      change: { action: 'update', because: 'value-unknown' },
      desired: { action: 'update', changed: ['label'] },
    });
  });
});

describe('a change with a risk', () => {
  const removal: Case = {
    spec: { options: [gold] },
    live: { options: [gold, silver] },
    record: { fields: { options: [gold, silver] } },
  };
  const both: Case = {
    spec: { ...removal.spec, type: 'number' },
    live: { options: [gold, silver], type: 'string' },
    record: { fields: { options: [gold, silver], type: 'string' } },
  };

  it('waits for consent to each risk, and describes the effect', () => {
    expect(decided({ ...both, allow: [{ risk: 'type-change' }] }).change).toMatchObject({
      action: 'blocked',
      because: 'consent-required',
      reason: 'Removing option "silver" leaves records with an invalid value.',
      risk: 'destructive',
      risks: ['option-removal'],
    });
    expect(decided({ ...both, allow: [{ risk: 'option-removal', address: IT }] }).change).toMatchObject({
      reason: 'Requires consent: type changes from "string" to "number".',
      risk: 'irreversible',
      risks: ['type-change'],
    });
  });

  it('says how to hide an option if the kind can do that', () => {
    const hiding: Partial<Kind> = {
      fields: {
        ...aKind().fields,
        options: { compare: 'options', list: { ...OPTION_LIST, retires: 'enumeration' }, mutable: true },
      },
    };
    const of = (type: string, given: Case) =>
      decided({ ...given, kind: hiding, spec: { ...given.spec, type }, live: { ...(given.live as object), type } })
        .change.reason;
    expect(of('enumeration', removal)).toBe(
      'Removing option "silver" leaves records with an invalid value. Hide it instead: retire: [{ value: "silver", stage: hide }].',
    );
    expect(of('bool', removal)).toBe('Removing option "silver" leaves records with an invalid value.');
    const isHidden = { ...removal, live: { options: [gold, { ...silver, hidden: true }] } };
    expect(of('enumeration', isHidden)).toBe('Removing option "silver" leaves records with an invalid value.');
    const all = ['silver', 'a', 'b', 'c'].map((value) => ({ ...silver, value }));
    expect(
      of('enumeration', {
        ...removal,
        live: { options: [gold, ...all] },
        record: { fields: { options: [gold, ...all] } },
      }),
    ).toMatch(
      /Hide them instead: retire: \[\{ value: "silver", stage: hide \}, \{ value: "a", stage: hide \}, \{ value: "b", stage: hide \}, …\]\./,
    );
  });

  it('names a retired option of the account instead of a change by a user', () => {
    const retire = [{ value: 'silver', stage: 'remove' }];
    const again: Case = {
      spec: { options: [gold], retire },
      live: { options: [gold, silver] },
      record: { fields: { options: [gold] } },
    };
    const reason = 'The file retires the option "silver", and the account has it.';
    expect(decided(again).change).toMatchObject({ action: 'update', reason });
    expect(decided({ ...again, spec: { retire } }).change).toMatchObject({ action: 'update', reason });
    const many = Array.from({ length: 9 }, (_, index) => ({ ...silver, value: `s${index}` }));
    const all: Case = {
      ...again,
      spec: { options: [gold], retire: many.map(({ value }) => ({ value, stage: 'remove' })) },
      live: { options: [gold, ...many] },
    };
    expect(decided(all).change.reason).toMatch(/the options "s0", .+, "s7" and 1 more, and the account has them\.$/);
  });

  it('names a risk once, however often it is taken', () => {
    const bronze = { ...gold, value: 'bronze' };
    const many: Case = {
      spec: { options: [gold] },
      live: { options: [gold, silver, bronze] },
      record: { fields: { options: [gold, silver, bronze] } },
    };
    expect(decided(many).change.risks).toEqual(['option-removal']);
    expect(decided({ ...many, allow: [{ risk: 'option-removal', address: IT }] }).change.risks).toEqual([
      'option-removal',
    ]);
  });

  it('is made with consent, and as grave as its gravest risk', () => {
    expect(decided({ ...removal, allow: [{ risk: 'option-removal', address: IT }] }).change).toMatchObject({
      action: 'update',
      risk: 'destructive',
      risks: ['option-removal'],
    });
    const allow = [{ risk: 'option-removal', address: IT }, { risk: 'type-change' }] as const;
    expect(decided({ ...both, allow }).change).toMatchObject({
      action: 'update',
      risk: 'irreversible',
      risks: ['type-change', 'option-removal'],
    });
  });

  it('is blocked without a consent hint if the endpoint is missing', () => {
    const blocked = { address: IT, because: 'no-endpoint', reason: 'No route.', section: '4.3' } as const;
    const kind = { writer: { ...WRITER, write: () => ({ calls: [], blocked: [blocked] }) } };
    expect(decided({ ...removal, kind }).change).toMatchObject({
      because: 'no-endpoint',
      reason: 'No route.',
      section: '4.3',
    });
  });

  it('has no risk if it completes the type of an interrupted create', () => {
    const finishing: Case = {
      spec: { label: 'A', type: 'date' },
      live: { label: 'A', type: 'string' },
      record: { fields: { label: 'A' } },
    };
    expect(decided(finishing).change).toMatchObject({ action: 'update', risk: 'safe', risks: [] });
    expect(decided({ ...finishing, record: { fields: { label: 'A', type: 'string' } } }).change.because).toBe(
      'consent-required',
    );
    const { record: _, ...unrecorded } = finishing;
    expect(decided(unrecorded).change.because).toBe('consent-required');
  });
});

describe('the reason of a change', () => {
  const provenance = { file: 'trueup.yaml', line: 4, column: 7 };
  const held: Case = {
    spec: { label: 'A', note: 'old' },
    live: { label: 'A', note: 'theirs' },
    record: { fields: { label: 'A', note: 'old' } },
    hold: true,
  };

  it('points to the place in the file, where a file says so', () => {
    const { change, findings } = decided({ ...held, provenance });
    expect([change.provenance, findings]).toEqual([
      provenance,
      [
        {
          code: 'drift-held',
          severity: 'warning',
          message: `${IT} was changed in the account (note) and is left unchanged.`,
          hint: 'Declare the values in the account, or overwrite them.',
          fix: [{ action: 'overwrite', addresses: [IT] }],
          address: IT,
          provenance,
        },
      ],
    ]);
    for (const finding of decided(held).findings) expect(finding).not.toHaveProperty('provenance');
  });
});
