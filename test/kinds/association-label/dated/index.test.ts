import { describe, expect, it } from 'vitest';
import { buildDeclaration } from '../../../../src/engine/declaration.ts';
import { associationLabel as on } from '../../../../src/kinds/association-label/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Fields } from '../../../../src/model/json.ts';
import { describeKind } from '../../conformance.ts';
import { creating, updating } from '../../desired-changes.ts';

const associationLabel = on('dated', NO_NAMES);

describeKind({
  kind: associationLabel,
  surface: 'dated',
  captured: {
    from: 'contact',
    to: '0-2',
    name: 'billing_contact',
    label: 'Billing contact',
    inverseLabel: 'Billed by',
  },
  address: 'association-label:contacts/companies/billing_contact',
  reply: ({ body }) => {
    const { label, inverseLabel } = Object(body);
    return { results: [inverseLabel, label].map((text, index) => row(7 + index, text)) };
  },
});

function row(typeId: number, label: string) {
  return { category: 'USER_DEFINED', typeId, label, fromObjectTypeId: null, toObjectTypeId: null };
}

describe('the reply to a create', () => {
  const spec = { from: 'contacts', to: 'companies', name: 'friend', ...texts('Friend') };
  const [call] = associationLabel.writer.write([creating(associationLabel, spec)]).calls;

  it.each([
    ['two type ids with one text', [row(3, 'Friend'), row(4, 'Friend')], '3/4'],
    ['one type id', [row(3, 'Friend')], '3'],
  ])('with %s gives the id, if both object types are one', (_, results, id) => {
    const own = { ...spec, to: 'contacts' };
    const [between] = associationLabel.writer.write([creating(associationLabel, own)]).calls;
    if (between === undefined) throw new Error('a create is one call');
    const settled = associationLabel.writer.settle(between, between.covers, { results });
    expect(settled).toEqual([{ address: between.covers[0], status: 'applied', id, echo: texts('Friend') }]);
  });

  it('settles nothing if one text belongs to both directions of two object types', () => {
    if (call === undefined) throw new Error('a create is one call');
    expect(call.body).toEqual({ name: 'friend', label: 'Friend' });
    const results = [row(4, 'Friend'), row(3, 'Friend')];
    expect(associationLabel.writer.settle(call, call.covers, { results })).toEqual([]);
  });

  it('reports another text in the reply', () => {
    if (call === undefined) throw new Error('a create is one call');
    const named = associationLabel.writer.names(call, call.covers, { results: [row(3, 'Foe')] });
    expect(named).toEqual([{ member: 'label', sent: 'Friend', shown: 'Foe' }]);
  });
});

function texts(label: string, inverseLabel = label) {
  return { label, inverseLabel };
}

describe('the texts of a pair of one object type', () => {
  it.each([
    [{ label: 'Parent', inverseLabel: 'Child' }, texts('Child', 'Parent')],
    [{ label: 'Child', inverseLabel: 'Parent' }, texts('Child', 'Parent')],
    [{ label: 'Sibling' }, texts('Sibling')],
  ])('%o are in the order of the alphabet', (given, expected) => {
    const spec = associationLabel.spec({ from: 'contacts', to: 'contacts', name: 'family', ...given });
    expect(spec).toEqual({ from: 'contacts', to: 'contacts', name: 'family', ...expected });
  });
});

describe('the check of one label', () => {
  it.each([
    [{ label: ' Friend' }, ['text-untrimmed']],
    [{ label: '' }, ['text-blank']],
    [{ label: 'Friend', inverseLabel: 'Fri\nend' }, ['text-control-character']],
    [{ label: ' Friend', inverseLabel: ' Friend' }, ['text-untrimmed']],
  ])('finds for %o: %j', (given, codes) => {
    const spec = { from: 'contacts', to: 'companies', name: 'friend', ...given };
    expect(associationLabel.check({ inverseLabel: given.label, ...spec }).map(({ code }) => code)).toEqual(codes);
  });
});

describe('the check of all labels', () => {
  const found = (...labels: readonly (readonly [string, string, string, string, string?])[]) =>
    associationLabel
      .checkAll?.(
        labels.flatMap(([from, to, name, label, inverseLabel], line) => {
          const spec = associationLabel.spec({ from, to, name, label, ...(inverseLabel && { inverseLabel }) });
          const provenance = { file: 'trueup.yaml', line, column: 1 };
          const kind = associationLabel.name;
          return spec === undefined ? [] : [{ address: associationLabel.address(spec), kind, spec, provenance }];
        }),
      )
      .map(({ code, address, severity }) => [code, severity, address]);

  it('reports the later of two equal names in any pair, ignoring case', () => {
    expect(found(['contacts', 'companies', 'owner', 'Owner'], ['deals', 'tickets', 'Owner', 'Deal owner'])).toEqual([
      ['label-name-repeated', 'error', 'association-label:deals/tickets/Owner'],
    ]);
  });

  it.each([
    [['contacts', 'companies', 'b', 'owner'], 'association-label:contacts/companies/b'],
    [['companies', 'contacts', 'b', 'Owned', 'OWNER'], 'association-label:companies/contacts/b'],
    [['contacts', '0-2', 'b', 'Owner', 'Property of'], 'association-label:contacts/companies/b'],
  ] as const)('reports a text that %j repeats', (second, address) => {
    expect(found(['contacts', 'companies', 'a', 'Owner', 'Owned by'], second)).toEqual([
      ['label-text-repeated', 'warning', address],
    ]);
  });

  it.each([
    [['contacts', 'companies', 'b', 'Owned by', 'Owner']],
    [['contacts', 'deals', 'b', 'Owner', 'Owned by']],
  ] as const)('accepts %j, whose texts are of other directions', (second) => {
    expect(found(['contacts', 'companies', 'a', 'Owner', 'Owned by'], second)).toEqual([]);
  });
});

describe('a live label that is not fully known', () => {
  it.each([
    [{ label: 'Owner' }, { because: 'missing-key', reason: 'The account does not show its label.' }],
    [{ inverseLabel: 'Owner' }, { because: 'missing-key', reason: 'The account does not show its label.' }],
    [texts('Owner', '\ud800'), { because: 'text-malformed', reason: expect.stringContaining('surrogate') }],
  ])('as %j is not declared', (fields, reason) => {
    const address = 'association-label:contacts/companies/owner';
    const live = { address, kind: 'association-label', fields, basis: 'observed' } as const;
    expect(buildDeclaration(associationLabel, live)).toEqual({ without: [reason] });
  });
});

describe('an update', () => {
  const spec = { from: 'contacts', to: 'companies', name: 'owner', ...texts('Owner', 'Owned by') };
  const update = (before: Fields, after: Fields) =>
    associationLabel.writer.write([{ ...updating(associationLabel, spec, ['label']), before, after, id: '3/4' }]);

  it('sends both texts if one text changes', () => {
    const { calls } = update(texts('Owner', 'Owned by'), { inverseLabel: 'Belongs to' });
    expect(calls.map(({ body }) => body)).toEqual([{ associationTypeId: 3, ...texts('Owner', 'Belongs to') }]);
  });

  it.each([[{ label: 'Owner' }], [{ inverseLabel: 'Owned by' }], [{}]])(
    'is blocked if the label shows %j',
    (before) => {
      expect(update(before, { label: 'Holder' })).toMatchObject({
        calls: [],
        blocked: [{ reason: 'The account does not show the texts of both directions of the label.' }],
      });
    },
  );
});
