import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseLedger } from '../../src/ledger/format.ts';
import { parseHistory } from '../../src/ledger/history.ts';
import { UNSAFE } from '../../src/model/unsafe-text.ts';
import { readPlan } from '../../src/report/documents/read-plan.ts';
import { aCall, aChange, anOpenCall, aPlan } from '../support/builders.ts';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

/** Sets the title of a terminal, and hides the following text. */
const ESCAPE = '\u001b]0;owned\u0007\u001b[8m';
const RUNS = 'run-1';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

/** The document with the escape sequence behind every string, key and value, with which `accepts` still reads it. */
function poisoned(document: unknown, accepts: (document: unknown) => boolean): unknown {
  const text = JSON.stringify(document);
  const ends = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(({ 0: found, index }) => index + found.length - 1);
  const withEscapes = (at: readonly number[]): unknown => {
    const starts = [0, ...at];
    const pieces = starts.map((start, index) => text.slice(start, starts[index + 1]));
    return JSON.parse(pieces.join(JSON.stringify(ESCAPE).slice(1, -1)));
  };
  expect(accepts(document)).toBe(true);
  const spoilt = withEscapes(ends.filter((end) => accepts(withEscapes([end]))));
  expect(accepts(spoilt)).toBe(true);
  return spoilt;
}

/** True if reading throws nothing. */
function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Lines of the command that a terminal would obey. */
async function unsafeIn(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await shell.run(...words);
  return `${stdout}${stderr}`.split('\n').filter((line) => line.replace(/[\t\u200b]/g, '').search(UNSAFE) >= 0);
}

async function unsafeInEach(commands: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of commands) {
    for (const line of await unsafeIn(...command.split(' '))) found.push(`${command}: ${JSON.stringify(line)}`);
  }
  return found;
}

/** Has every member that a plan can have, and every action, risk and way to show a field. */
function wholePlan() {
  const provenance = { file: 'a.yaml', line: 1, column: 2 };
  const fields = [
    { field: 'label', before: 'one', after: 'two' },
    { field: 'description', before: `first ${'word '.repeat(60)}`, after: `other\n${'word '.repeat(60)}` },
    {
      field: 'options',
      before: [{ value: 'a', label: 'A' }],
      after: [{ value: 'b', label: 'B', description: 'C' }],
      options: (['add', 'remove', 'update', 'hide', 'move', 'foreign'] as const).map((change) => ({
        value: change,
        change,
        before: { value: change, label: 'A' },
        after: { value: change, label: 'B', description: 'C', more: 'D' },
      })),
    },
  ];
  const change = (action: 'create' | 'update' | 'remove' | 'forget' | 'blocked' | 'keep') =>
    aChange({
      address: `property:contacts/${action}`,
      action,
      because: action === 'update' ? 'both-changed' : action === 'create' ? 'account-changed' : 'missing',
      section: '4.3',
      basis: 'recorded',
      recordedAt: '2026-11-20T12:00:00.000Z',
      changedAt: '2026-11-20T12:00:00.000Z',
      changedBy: '12',
      fields: action === 'update' ? fields : [],
      foreign: [{ value: 'x', label: 'X' }],
      provenance,
      overrides: [{ account: 'sandbox', field: 'label', provenance }],
      ...(action === 'remove' ? { risk: 'destructive', risks: ['property-removal'] } : {}),
    });
  const call = aCall({
    after: ['c0'],
    onConflict: {
      endpoint: 'patchProperty',
      method: 'PUT',
      path: '/p',
      params: { property_name: 'x' },
      body: { a: 'b' },
    },
  });
  return aPlan({
    origin: { kind: 'revert', run: RUNS, earlier: ['run-0'] },
    complete: false,
    applyable: true,
    changes: [
      change('create'),
      change('update'),
      change('remove'),
      change('forget'),
      change('blocked'),
      change('keep'),
    ],
    calls: [call, { ...call, id: 'c2', path: '/q' }],
    targets: ['property:contacts/*'],
    allowed: [{ risk: 'property-removal', address: 'property:contacts/x' }],
    overwrite: ['property:contacts/x'],
    adopt: [{ address: 'property:contacts/y', kind: 'property', fields: { label: 'Y' }, id: '7' }],
    files: { 'property:contacts/y': 'a.yaml' },
    moved: ['property:contacts/y'],
    renamed: { 'property:contacts/y': 'property:contacts/z' },
    unproven: ['property:contacts/y'],
    open: [anOpenCall(), anOpenCall({ settledBy: 'apply' })],
    hostChange: { from: 'https://a.example', to: 'https://b.example' },
    findings: (['error', 'warning', 'info'] as const).map((severity) => ({
      code: 'x',
      severity,
      message: 'm',
      hint: 'h',
      fix: [{ action: 'settle' as const, addresses: ['property:contacts/y' as const], as: 'applied' as const }],
      address: 'property:contacts/update',
      mentioned: 'property:contacts/y',
      provenance,
      related: provenance,
    })),
  });
}

test('no string of a saved plan brings an escape sequence to the terminal', async () => {
  const plan = poisoned(wholePlan(), (value) => reads(() => readPlan(JSON.stringify(value))));
  await shell.write('a.json', JSON.stringify(plan));
  await shell.write(
    'named.json',
    JSON.stringify({ ...wholePlan(), ...(plan as object), account: wholePlan().account }),
  );
  const forms = ['', '--verbose', '--summary', '--quiet', '--json', '--format markdown', '--format html'];
  expect(
    await unsafeInEach([...forms.map((form) => `explain a.json ${form}`.trim()), 'apply a.json', 'apply named.json']),
  ).toEqual([]);
});

test.each(['all', 'all but the identity'])(
  'no string of a ledger or history brings an escape sequence: %s',
  async (poison) => {
    await shell.write('trueup.yaml', projectText(service.url));
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    const changed = projectText(service.url).replace('Loyalty tier', 'Tier of loyalty');
    await shell.write('trueup.yaml', changed);
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    for (const name of ['sandbox', 'app@2001']) await poisonFiles(join(shell.cwd, '.trueup', name), poison === 'all');
    await shell.write('trueup.yaml', changed.replace('Tier of loyalty', 'Another tier'));
    const { document } = await shell.json('ledger', 'runs');
    const found = await unsafeInEach([
      'ledger list',
      'ledger list --verbose',
      'ledger list --json',
      'ledger show property:contacts/loyaltytier',
      'ledger runs',
      'ledger runs --verbose',
      'ledger forget property:contacts/loyaltytier',
      'ledger settle property:contacts/loyaltytier --as applied',
      'explain property:contacts/loyaltytier',
      'list',
      'drift',
      'drift --format markdown',
      'drift --format html',
      'doctor',
      'plan',
      'plan --verbose',
      'plan --format markdown',
      'plan --format html',
      'pull --drift',
      'revert --auto-approve',
      'apply --auto-approve',
      'ledger repair',
    ]);
    expect(found).toEqual([]);
    // The commands did get that far.
    if (poison !== 'all') expect(document).toMatchObject({ runs: [{}, {}] });
  },
);

async function poisonFiles(path: string, identity: boolean): Promise<void> {
  const ledger = JSON.parse(await readFile(`${path}.ledger.json`, 'utf8'));
  const record = Object.values<{ address: string }>(ledger.records)[0];
  const call = { endpoint: 'createProperty', params: { object_type: 'contacts' }, body: { name: 'x' } };
  const intention = {
    id: 'i1',
    run: 'run-9',
    at: '2026-11-20T12:00:00.000Z',
    call,
    method: 'POST',
    path: '/p',
    covers: [record?.address],
    before: {},
    expects: {},
    records: {},
    recovery: 'ask',
  };
  const whole = { ...ledger, intentions: [intention] };
  const { lineage, account, apps } = ledger;
  const given = poisoned(whole, (value) => reads(() => parseLedger(JSON.stringify(value), 'x')));
  const kept = identity ? {} : { lineage, account, ...(apps === undefined ? {} : { apps }) };
  await writeFile(`${path}.ledger.json`, JSON.stringify({ ...(given as object), ...kept }));
  const history = await readFile(`${path}.history.ndjson`, 'utf8');
  const lines = history
    .trimEnd()
    .split('\n')
    .map((line) => {
      const spoilt = poisoned(JSON.parse(line), (value) =>
        reads(() => parseHistory(`${JSON.stringify(value)}\n`, 'x')),
      );
      return JSON.stringify({ ...(spoilt as object), ...(identity ? {} : { lineage }) });
    });
  await writeFile(`${path}.history.ndjson`, `${lines.join('\n')}\n`);
}
