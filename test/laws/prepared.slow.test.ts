import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Surface } from '../../src/contract/surfaces.ts';
import {
  type AccountOptions,
  createReconciler,
  parseProject,
  prepare,
  type ReconcilerOptions,
} from '../../src/index.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { counting } from '../ledger/clock.ts';
import { planAllowing } from '../support/consents.ts';
import { consents, schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { aWorld, filesOf, HUB, ledgerOn, type World } from './world.ts';

interface Account {
  readonly name: string;
  readonly surface: Surface;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

const account: fc.Arbitrary<Account> = fc.record({
  name: fc.constantFrom('north', 'south', 'customer-1001'),
  surface: fc.constantFrom('documented', 'dated'),
  values: fc.record({ brand: fc.constantFrom('Acme', 'a: b', '{}', '# x'), order: fc.constantFrom(1, 2) }),
});

/** Defines a group whose texts and numbers depend on the account. The other files do not use values. */
const WITH_VALUES = `version: 1
objects:
  contacts:
    groups:
      branded:
        displayName: \${values.brand} programme
        displayOrder: \${values.order}
`;
const OTHERS = JSON.stringify({ accounts: { sandbox: { hubId: 7007, values: { brand: 'Sandbox' } } } });

test('the plan of a prepared account equals the plan with this account in the files', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({ schemas, consents }),
      fc.array(account, { minLength: 1, maxLength: 4 }),
      fc.record({ valued: fc.boolean(), others: fc.boolean(), applied: fc.boolean() }),
      async ({ schemas: { first, second }, consents: allow }, accounts, { valued, others, applied }) => {
        const world = await aWorld();
        try {
          const rest = [
            ...(valued ? [{ path: 'values.yaml', text: WITH_VALUES }] : []),
            ...(others ? [{ path: 'others.yaml', text: OTHERS }] : []),
          ];
          if (applied) await apply(world, [...filesOf(first), ...rest], accounts[0]);
          const files = [...filesOf(second), ...rest];
          const prepared = prepare(parseProject(files));
          for (const one of accounts) {
            const given = { ...one, hubId: HUB, baseUrl: 'http://127.0.0.1' };
            const ours = await ended(planAllowing(reconciler(world, prepared.forAccount(given)), allow));
            const theirs = await ended(planAllowing(reconciler(world, written(files, one)), allow));
            expect(ours).toBe(theirs);
          }
        } finally {
          await world.close();
        }
      },
    ),
    cases(40),
  ),
);

/** Returns the result or the error of a plan as text. */
async function ended(plan: Promise<object>): Promise<string> {
  return JSON.stringify(await plan.catch((error: unknown) => ({ thrown: String(error), ...(error as object) })));
}

async function apply(world: World, files: readonly SourceFile[], one: Account | undefined): Promise<void> {
  if (one === undefined) return;
  const first = reconciler(world, written(files, one));
  await first.apply(await first.plan(), { skipBlocked: true });
}

function written(
  files: readonly SourceFile[],
  { name, surface, values }: Account,
): Pick<AccountOptions, 'config' | 'account'> {
  const own = { accounts: { [name]: { hubId: HUB, baseUrl: 'http://127.0.0.1', surface, values } } };
  // File with the path that trueup gives to an account outside the files, so that findings have the same path.
  const file = { path: `the account ${name}`, text: JSON.stringify(own) };
  return { config: parseProject([...files, file]), account: name };
}

/** Of the account of the world, whose ledger is that of any name. */
function reconciler(
  { service, disk, clock }: World,
  options: Pick<ReconcilerOptions, 'config' | 'account' | 'prepared'>,
) {
  return createReconciler({
    ...options,
    ledger: ledgerOn(disk, clock, counting('l'), options.account),
    fetchToken: async () => 'trueup-dev-token',
    transport: service.transport,
    ...{ clock, newId: counting('i') },
  });
}
