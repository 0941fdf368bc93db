import { expect, it } from 'vitest';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import type { Fields } from '../../../../src/model/json.ts';
import { GROUP, told } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';

const { world } = closedWorlds('dated');

const property = (name: string, more: Fields = {}): DesiredResource =>
  declare('property', {
    ...{ objectType: 'contacts', groupName: 'loyalty', name, label: `Label of ${name}` },
    ...{ type: 'number', fieldType: 'number', ...more },
  });
const calculated = (name: string, calculationFormula: string): DesiredResource =>
  property(name, { fieldType: 'calculation_equation', calculationFormula });
const names = (covers: readonly string[]) => covers.map((address) => address.split('/')[1]);

it('creates a formula after its operands, and accepts the spelling of the service', async () => {
  const one = await world();
  const declared = [
    GROUP,
    calculated('a_total', 'MAX(b_net,1)*c_factor'),
    property('b_net'),
    property('c_factor'),
    calculated('d_double', '2a_total'),
    calculated('e_other', 'b_net=1'),
  ];
  const plan = await one.plan(declared);
  expect(plan.calls.map(({ id, covers, after }) => [id, names(covers), after])).toEqual([
    ['c1', ['loyalty'], []],
    ['c2', ['b_net', 'c_factor'], ['c1']],
    ['c3', ['a_total', 'e_other'], ['c1', 'c2']],
    ['c4', ['d_double'], ['c1', 'c3']],
  ]);
  const result = await one.apply(plan);
  expect(new Set(Object.values(told(result)))).toEqual(new Set(['applied']));
  const stored = (await one.service.snapshot(1001)).properties['contacts'] ?? [];
  expect(stored.find(({ name }) => name === 'd_double')?.calculationFormula).toBe('2 * a_total');
  const again = await one.plan(declared);
  expect([again.calls, again.findings]).toEqual([[], []]);
});

it('changes a formula after the property that it now names was created', async () => {
  const one = await world();
  await one.apply(await one.plan([GROUP, property('b_net'), calculated('a_total', 'b_net')]));
  const plan = await one.plan([GROUP, property('b_net'), property('c_gross'), calculated('a_total', 'c_gross')]);
  expect(plan.calls.map(({ endpoint, after }) => [endpoint, after])).toEqual([
    ['createDatedProperty', []],
    ['updateDatedProperty', ['c1']],
  ]);
  expect(new Set(Object.values(told(await one.apply(plan))))).toEqual(new Set(['applied']));
});

it('deletes a formula before its operands, and keeps operands of other formulas', async () => {
  const one = await world();
  await one.apply(await one.plan([GROUP, property('b_net'), calculated('a_total', 'b_net')]));
  const allow = ['a_total', 'b_net'].map((name) => ({
    ...{ risk: 'property-removal' as const, address: `property:contacts/${name}` as const },
  }));
  const kept = await one.plan([GROUP, calculated('a_total', 'b_net')], allow);
  expect(kept.changes.find(({ address }) => address === 'property:contacts/b_net')).toMatchObject({
    action: 'blocked',
    reason:
      'It cannot be deleted while property:contacts/a_total needs it. First delete the resources that need it, or declare it again.',
  });
  const plan = await one.plan([GROUP], allow);
  expect(plan.calls.map(({ covers, after }) => [names(covers), after])).toEqual([
    [['a_total'], []],
    [['b_net'], ['c1']],
  ]);
  expect(new Set(Object.values(told(await one.apply(plan))))).toEqual(new Set(['applied']));
});

it('blocks only cyclic formulas and their dependents', async () => {
  const one = await world();
  const plan = await one.plan([
    GROUP,
    calculated('a', 'b + 1'),
    calculated('b', 'a + 1'),
    calculated('c', 'c'),
    calculated('d', 'a'),
    property('e'),
  ]);
  expect(plan.changes.slice(1).map(({ address, action, reason }) => [...names([address]), action, reason])).toEqual([
    ['a', 'blocked', 'Its formula names property:contacts/b, which leads back to it.'],
    ['b', 'blocked', 'Its formula names property:contacts/a, which leads back to it.'],
    ['c', 'blocked', 'Its formula names itself.'],
    ['d', 'blocked', 'It depends on property:contacts/a, which is blocked.'],
    ['e', 'create', 'It is not in the account.'],
  ]);
  expect(plan.calls.map(({ covers }) => names(covers))).toEqual([['loyalty'], ['e']]);
});

it('blocks taking a currency symbol away once its property was named', async () => {
  const one = await world();
  const budget = (more: Fields) => property('budget', more);
  const money = budget({ showCurrencySymbol: true, currencyPropertyName: 'code' });
  await one.apply(await one.plan([GROUP, money]));
  expect((await one.plan([GROUP, money])).calls).toEqual([]);
  const { changes } = await one.plan([GROUP, budget({ showCurrencySymbol: false })]);
  expect(changes[1]).toMatchObject({
    action: 'blocked',
    because: 'read-only',
    reason:
      'The account does not allow changes to showCurrencySymbol: the symbol stays once the property that holds the currency was named.',
  });
});

it('plans a formula chain of any length with each call after its operand', async () => {
  const one = await world();
  const chain = Array.from({ length: 12_000 }, (_, index) =>
    index === 11_999 ? property('p11999') : calculated(`p${index}`, `p${index + 1}`),
  );
  const { calls } = await one.plan([GROUP, ...chain]);
  expect(calls.slice(1).map(({ covers }) => covers)).toEqual(chain.toReversed().map(({ address }) => [address]));
  expect(calls.at(-1)?.after).toEqual(['c1', 'c12000']);
}, 120_000);

it('reports an unknown name in a formula with the nearest name', async () => {
  const one = await world();
  await one.apply(await one.plan([GROUP, property('b_net')]));
  const findings = async (formula: string) =>
    (await one.plan([GROUP, calculated('a_total', formula)])).findings
      .filter(({ code }) => code.startsWith('reference'))
      .map(({ code, severity, message, hint }) => [code, severity, message, hint]);
  expect(await findings('MAX(b_nett, 1) + b_net')).toEqual([
    [
      'reference-missing',
      'warning',
      'property:contacts/a_total needs property:contacts/b_nett, which is neither declared nor in the account.',
      'Did you mean property:contacts/b_net? Declare it, or correct the name.',
    ],
  ]);
  // An unreadable formula has no known names.
  expect(await findings('[b_nett]')).toEqual([]);
  expect(await findings('b_nett b_net')).toEqual([]);
});

it('hides the default sensitivity in a removal', async () => {
  const one = await world();
  await one.apply(await one.plan([GROUP, property('b_net')]));
  const allow = [{ risk: 'property-removal' as const, address: 'property:contacts/b_net' as const }];
  const { changes } = await one.plan([GROUP], allow);
  expect(changes.find(({ action }) => action === 'remove')?.fields.map(({ field }) => field)).toEqual(
    expect.not.arrayContaining(['dataSensitivity']),
  );
});
