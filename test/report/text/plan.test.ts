import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { palette } from '../../../src/report/text/style.ts';
import { aCall, aChange, anOpenCall, aPlan, aStyle, NOW } from '../../support/builders.ts';
import { planBrief, planHtml, planText } from '../../support/plan-forms.ts';

const place = { file: 'trueup.yaml', line: 20, column: 9 };
const typed = { files: ['trueup.yaml'], account: 'sandbox', targets: [], allow: [] };

const kept = Array.from({ length: 12 }, (_, index) =>
  aChange({
    address: `property:contacts/p${index}`,
    action: 'keep',
    because: 'in-sync',
    reason: 'In sync.',
    basis: index < 3 ? 'recorded' : 'observed',
  }),
);

const plan = aPlan({
  changes: [
    aChange({
      action: 'update',
      because: 'file-differs',
      reason: 'The file declares other values.',
      provenance: place,
      risk: 'destructive',
      risks: ['option-removal'],
      fields: [
        { field: 'label', before: 'Loyalty', after: 'Loyalty tier' },
        {
          field: 'options',
          options: [
            { value: 'gold', change: 'add', after: { value: 'gold', label: 'Gold' } },
            { value: 'bronze', change: 'remove', before: { value: 'bronze', label: 'Bronze' } },
            { value: 'silver', change: 'update', before: { label: 'Silver' }, after: { label: 'Silver tier' } },
            { value: 'top', change: 'move', before: { displayOrder: 2 }, after: { displayOrder: 0 } },
            { value: 'basic', change: 'hide' },
            { value: 'legacy', change: 'foreign' },
            { value: 'test', change: 'foreign' },
          ],
        },
      ],
    }),
    aChange({
      address: 'property:contacts/shoe_size',
      action: 'update',
      because: 'account-changed',
      reason: 'The account changed; the file did not change.',
      changedBy: '42',
      changedAt: '2026-11-18T10:20:00Z',
      fields: [{ field: 'label', before: 'Shoes', after: 'Shoe size' }],
    }),
    ...kept,
    aChange({
      address: 'webhook-subscription:2001/contact.creation',
      action: 'blocked',
      because: 'no-endpoint',
      reason: 'The interface cannot change a subscription.',
      section: '4.4',
      basis: 'recorded',
      fields: [{ field: 'active', before: true, after: false }],
    }),
    aChange({
      address: 'association-limit:contacts/companies/SERVICE_DEFINED/279',
      action: 'remove',
      because: 'not-declared',
      reason: 'It was applied before and is no longer declared.',
      risk: 'destructive',
      risks: ['limit-purge'],
      basis: 'recorded',
      recordedAt: '2026-11-17T11:00:00Z',
      fields: [{ field: 'maxToObjectIds', before: 1 }],
    }),
  ],
  calls: [
    aCall(),
    aCall({ id: 'c2', path: '/properties/v2/contacts/properties' }),
    aCall({
      id: 'c3',
      method: 'PATCH',
      endpoint: 'patchProperty',
      path: '/properties/v2/contacts/properties/named/loyaltytier',
      params: { object_type: 'contacts', property_name: 'loyaltytier' },
    }),
  ],
  findings: [
    {
      code: 'label-unique',
      severity: 'warning',
      message: 'Two labels are equal.',
      hint: 'Rename one.',
      provenance: place,
    },
  ],
});

test('a plan shows changes, positions, reasons, risks, sources, calls and the next command', () => {
  const style = aStyle({ excerpt: () => '  label: Tier\n         ^' });
  expect(planText(plan, style, typed)).toBe(`\
Plan for sandbox (account 1001, http://127.0.0.1:4010, documented surface)

Object contacts
  12 unchanged, 3 of them known from the ledger only

Calls made by apply
  2 x POST  /properties/v2/contacts/properties
  1 x PATCH /properties/v2/contacts/properties/named/loyaltytier

Needs attention
  ~ update  Loyalty tier (property:contacts/loyaltytier)  trueup.yaml:20:9
      The file declares other values.
      destructive: options are removed: records that use them lose a valid value
      label    "Loyalty" -> "Loyalty tier"
      options  - bronze  "Bronze"
               + gold    "Gold"
               ~ silver  label "Silver" -> "Silver tier"
               ~ top     moved
               ~ basic   hidden, still valid on records
               2 kept, not declared: legacy, test

  ~ update  Shoe size (property:contacts/shoe_size)
      The account changed; the file did not change. [last changed by user 42 on 2026-11-18 10:20
      UTC]
      label  "Shoes" -> "Shoe size"

  ! blocked webhook-subscription:2001/contact.creation
      The interface cannot change a subscription.
      active  true -> false

  - remove  association-limit:contacts/companies/SERVICE_DEFINED/279
      It was applied before and is no longer declared.
      destructive: a limit is removed: records may then be associated without it
      recorded 3 days ago: the interface has no read for it
      maxToObjectIds  1 -> (removed)

warning[label-unique] trueup.yaml:20:9
  Two labels are equal.
  20 |   label: Tier
     |          ^
  help: Rename one.

2 to update, 1 to remove, 1 blocked, 12 unchanged. 2 destructive. 3 writes to make.
Apply will refuse this plan: 1 change blocked.

Next, to keep what changed in the account, in the files:
  trueup pull --drift -f trueup.yaml --account sandbox
Next, to make the changes that are not blocked:
  trueup apply --skip-blocked -f trueup.yaml --account sandbox
`);
});

test('an empty plan takes two lines and counts the unread resources', () => {
  expect(planText(aPlan({ changes: kept }), aStyle(), typed)).toBe(`\
Plan for sandbox (account 1001, http://127.0.0.1:4010, documented surface)

Nothing to do: 12 unchanged, 3 of them known from the ledger only.
`);
});

test('a plan that rests on a failed read says so at the top', () => {
  const lines = planText(aPlan({ complete: false, applyable: false }), aStyle()).split('\n');
  expect(lines[1]).toBe(
    'The read of the account is incomplete. Apply neither creates nor removes the unread resources.',
  );
});

test('a change that lacks consent leads to the exact flag', () => {
  const blocked = aPlan({
    changes: [
      aChange({ action: 'blocked', because: 'consent-required', risk: 'destructive', risks: ['option-removal'] }),
    ],
  });
  const text = planText(blocked, aStyle(), typed);
  expect(text).toContain('Allow it in a new plan with --allow option-removal=property:contacts/loyaltytier\n');
  expect(text.match(/option-removal/g)).toHaveLength(1);
});

const REMOVALS = Array.from({ length: 7 }, (_, index) =>
  aChange({
    address: `property:contacts/p${index}`,
    action: 'blocked',
    because: 'consent-required',
    risk: 'destructive',
    risks: ['option-removal'],
  }),
);
const TOO_MANY = { code: 'too-many-changes', severity: 'error', message: 'The plan updates 6 of 10.' } as const;

test('the next command contains every missing consent, including the guard', () => {
  const lacking = aPlan({ changes: REMOVALS.slice(0, 2), findings: [TOO_MANY] });
  expect(planText(lacking, aStyle(), typed).split('\n').slice(-3)).toEqual([
    'Next, to allow the risks:',
    '  trueup plan -f trueup.yaml --account sandbox --allow option-removal=property:contacts/p0 --allow option-removal=property:contacts/p1 --allow max-changes',
    '',
  ]);
});

test('no command consents to more than six risks at once: each change names its own', () => {
  const text = planText(aPlan({ changes: REMOVALS }), aStyle(), typed);
  expect(text).not.toContain('Next, to allow');
  expect(text.match(/Allow it in a new plan with --allow option-removal=property:contacts\/p\d$/gm)).toHaveLength(7);
});

test('the error that is in the way is directly above the counts', () => {
  const lines = planText(aPlan({ changes: REMOVALS.slice(0, 1), findings: [TOO_MANY] }), aStyle()).split('\n');
  expect(lines.slice(-6, -1)).toEqual([
    'error[too-many-changes]',
    '  The plan updates 6 of 10.',
    '',
    '1 blocked. 0 writes to make.',
    'Apply will refuse this plan: 1 change blocked, 1 error.',
  ]);
});

test('a deleted resource that the plan creates again needs attention', () => {
  const reason = 'It was applied and is gone from the account.';
  const others = Array.from({ length: 20 }, (_, at) => aChange({ address: `property:contacts/p${at}` }));
  const again = aChange({ action: 'create', because: 'account-changed', reason });
  const lines = planText(aPlan({ changes: [again, ...others] }), aStyle()).split('\n');
  expect(lines.slice(lines.indexOf('Object contacts')).slice(0, 6)).toEqual([
    'Object contacts',
    '  + 20 new properties',
    '',
    'Needs attention',
    '  + create  property:contacts/loyaltytier',
    `      ${reason}`,
  ]);
});

test('a brief plan shows its blocking errors only', () => {
  const findings = [TOO_MANY, { code: 'a-note', severity: 'info', message: 'Noted.' } as const];
  expect([planBrief(aPlan({ findings }), aStyle()), planBrief(aPlan(), aStyle())]).toEqual([
    'error[too-many-changes]\n  The plan updates 6 of 10.\n\nNothing to do.\n',
    'Nothing to do.\n',
  ]);
});

test('a plan in short that is not complete says so, and which reads failed', () => {
  const failed = (object: string) =>
    ({
      code: 'read-failed',
      severity: 'warning',
      message: `/properties/${object} failed: 500.`,
      hint: 'Try.',
    }) as const;
  const findings = [failed('contacts'), { code: 'a-note', severity: 'info', message: 'N.' } as const, failed('deals')];
  expect(planBrief(aPlan({ complete: false, findings }), aStyle())).toBe(
    [
      'The read of the account is incomplete. Apply neither creates nor removes the unread resources.',
      '',
      'warning[read-failed]',
      '  /properties/contacts failed: 500.',
      '  help: Try.',
      '',
      'warning[read-failed]',
      '  /properties/deals failed: 500.',
      '  help: Try.',
      '',
      'Nothing to do.',
      '',
    ].join('\n'),
  );
});

test('a saved plan is applied by its path', () => {
  const saved = aPlan({ changes: [aChange()], calls: [aCall()] });
  expect(
    planText(saved, aStyle(), { ...typed, planFile: 'plan.json', digest: '0123456789abcdef0123' })
      .split('\n')
      .at(-2),
  ).toBe('  trueup apply plan.json -f trueup.yaml --account sandbox --digest 0123456789abcdef0123');
});

test('a plan of a protected account leads to a saved plan', () => {
  const stepsOf = (plan: Parameters<typeof aPlan>[0]) =>
    planText(aPlan(plan), aStyle(), { ...typed, protected: true, allow: ['max-changes'] })
      .split('\n')
      .filter((line) => line.startsWith('  trueup') || line.startsWith('Next'));
  const common = '-f trueup.yaml --account sandbox';
  const save = [
    'Next, to save the plan, as the account is protected:',
    `  trueup plan -o trueup.plan.json ${common} --allow max-changes`,
  ];
  expect(stepsOf({ changes: [aChange()], calls: [aCall()] })).toEqual([
    ...save,
    'Next, to make these changes:',
    `  trueup apply trueup.plan.json ${common}`,
  ]);
  expect(stepsOf({ changes: [aChange({ action: 'blocked' })], calls: [aCall()] })).toEqual([
    ...save,
    'Next, to make the changes that are not blocked:',
    `  trueup apply trueup.plan.json --skip-blocked ${common}`,
  ]);
  expect(stepsOf({ origin: { kind: 'revert', run: 'r1' }, changes: [aChange()], calls: [aCall()] })[1]).toBe(
    `  trueup revert r1 -o trueup.plan.json ${common} --allow max-changes`,
  );
  const adopt = [{ address: 'property:contacts/p0', kind: 'property', fields: { label: 'P' } }] as const;
  expect(stepsOf({ changes: kept, adopt })).toEqual([
    'Next, to write this to the ledger:',
    `  trueup apply ${common} --allow max-changes`,
  ]);
});

const PULL = [
  'Next, to keep what changed in the account, in the files:',
  '  trueup pull --drift -f trueup.yaml --account sandbox',
];

test('a change in the account that the plan overwrites leads to pull and to apply', () => {
  const change = aChange({ action: 'update', because: 'account-changed' });
  const linesOf = (plan: Parameters<typeof aPlan>[0]) =>
    planText(aPlan({ changes: [change], calls: [aCall()], ...plan }), aStyle(), typed).split('\n');
  expect(linesOf({}).slice(-5)).toEqual([
    ...PULL,
    'Next, to make these changes:',
    '  trueup apply -f trueup.yaml --account sandbox',
    '',
  ]);
  for (const plan of [
    { changes: [aChange({ action: 'update', because: 'file-differs' })] },
    { changes: [aChange({ action: 'create', because: 'account-changed' })] },
    { origin: { kind: 'revert', run: 'r' } as const },
  ]) {
    expect(linesOf(plan).join('\n')).not.toContain('pull');
  }
});

test('drift that is held leads to the choice of taking it back', () => {
  const held = aPlan({ changes: [aChange({ action: 'blocked', because: 'held' })] });
  const lines = planText(held, aStyle(), typed).split('\n');
  expect(lines).toContain('      help: Overwrite it in a new plan with --overwrite property:contacts/loyaltytier');
  expect(lines.slice(-3)).toEqual([...PULL, '']);
});

test('open calls are shown in an empty plan and lead to their settlement', () => {
  const found = anOpenCall({ id: 'i2', settledBy: 'apply', shows: 'effect' });
  const told = (...open: ReturnType<typeof anOpenCall>[]) =>
    planText(aPlan({ changes: kept, open }), aStyle(), typed)
      .split('\n')
      .slice(2);
  const counts = 'Nothing to change: 12 unchanged, 3 of them known from the ledger only.';
  expect(told(found)).toEqual([
    counts,
    'Apply settles 1 open call of earlier runs.',
    '',
    'Next, to settle the open calls of earlier runs:',
    '  trueup apply -f trueup.yaml --account sandbox',
    '',
  ]);
  expect(told(anOpenCall())).toEqual([
    counts,
    'A person has to settle 1 open call of earlier runs.',
    '',
    'Next, to settle it as applied, if the account shows its effect:',
    '  trueup ledger settle webhook-subscription:2001/contact.creation --as applied -f trueup.yaml --account sandbox',
    'Next, to settle it as not-applied, if it does not:',
    '  trueup ledger settle webhook-subscription:2001/contact.creation --as not-applied -f trueup.yaml --account sandbox',
    '',
  ]);
  expect(told(anOpenCall({ settledBy: 'run' }))).toEqual([
    counts,
    'A run in progress has 1 open call: plan again when it has finished.',
    '',
    'Next, to plan again when the current run has finished:',
    '  trueup plan -f trueup.yaml --account sandbox',
    '',
  ]);
});

test('resources to record are shown and lead to apply', () => {
  const adopt = [{ address: 'property:contacts/p0', kind: 'property', fields: { label: 'P' } }] as const;
  expect(planText(aPlan({ changes: kept, adopt }), aStyle(), typed)).toBe(`\
Plan for sandbox (account 1001, http://127.0.0.1:4010, documented surface)

Nothing to change: 12 unchanged, 3 of them known from the ledger only.
Apply records 1 resource already in sync, without any calls.

Next, to write this to the ledger:
  trueup apply -f trueup.yaml --account sandbox
`);
});

test('a long plan shows urgent changes in full and counts the others by group', () => {
  const blocked = Array.from({ length: 30 }, (_, index) =>
    aChange({ address: `property:contacts/p${index}`, action: 'blocked', because: 'read-only', reason: 'Read-only.' }),
  );
  const inGroup = (name: string) =>
    aChange({ address: `property:contacts/${name}`, fields: [{ field: 'groupName', after: 'ops_new' }] });
  const changes = [inGroup('a'), inGroup('b'), aChange({ address: 'property:deals/c' }), ...blocked];
  const text = planText(aPlan({ changes }), aStyle());
  expect(text).toContain(
    'Object contacts\n  + 2 new properties in ops_new\n\nObject deals\n  + 1 new property\n\nNeeds attention\n',
  );
  expect(text.match(/^ {2}! blocked property/gm)).toHaveLength(30);
  const groups = ['a', 'b'].map((name) => aChange({ address: `property-group:contacts/${name}` }));
  expect(planText(aPlan({ changes: [...groups, ...blocked] }), aStyle())).toContain('  + 2 new groups\n');
  expect(text).toContain('\n--summary names what is only counted, and --verbose shows it in full.\n');
  const whole = planText(aPlan({ changes }), aStyle({ verbose: true }));
  expect(whole).toContain('  + create  property:contacts/a\n');
  expect(whole.match(/^ {2}! blocked property/gm)).toHaveLength(30);
});

test('held drift and missing dependencies need attention, even in an empty plan', () => {
  const held = aChange({ action: 'keep', because: 'held', reason: 'Held.', provenance: place });
  const partly = aChange({ address: 'property:contacts/x', action: 'update', because: 'file-differs' });
  const finding = { code: 'drift-held', severity: 'warning', message: 'Moved.', address: partly.address } as const;
  expect(
    planText(aPlan({ changes: [held] }), aStyle())
      .split('\n')
      .slice(2),
  ).toEqual([
    'Object contacts',
    '  = keep    property:contacts/loyaltytier  trueup.yaml:20:9',
    '      Held.',
    '',
    'Nothing to do: 1 unchanged.',
    '',
  ]);
  const missing = { ...finding, code: 'reference-missing' } as const;
  for (const found of [finding, missing]) {
    const page = planHtml(aPlan({ changes: [partly], findings: [found] }), { verbose: false, now: NOW });
    expect(page).toMatch(/Needs attention.*\n.*property:contacts\/x/);
  }
});

test('a summary has one line per change at any width and omits the calls', () => {
  const lines = planText(plan, { ...aStyle({ width: 40 }), summary: true }).split('\n');
  expect(lines.filter((line) => /^ {2}[-+~!=.] (create|update|remove|blocked|keep) /.test(line))).toEqual([
    '  ~ update  Loyalty tier (property:contacts/loyaltytier)  option-removal (removes bronze)',
    '  ~ update  Shoe size (property:contacts/shoe_size)  The account changed; the file did not change. [last changed by user 42 on 2026-11-18 10:20 UTC]',
    '  ! blocked webhook-subscription:2001/contact.creation  no-endpoint',
    '  - remove  association-limit:contacts/companies/SERVICE_DEFINED/279  limit-purge',
  ]);
  expect(lines).not.toContain('Calls made by apply');
  expect(lines).toContain('Without --summary, the plan shows what to do.');
});

test('findings of one code are folded, errors later, and never in a complete log', () => {
  const of = (severity: 'error' | 'warning', amount: number) =>
    Array.from({ length: amount }, (_, index) => ({ code: `a-${severity}`, severity, message: `Number ${index}.` }));
  const many = aPlan({ findings: [...of('warning', 244), ...of('error', 23)] });
  const shown = (style: Parameters<typeof aStyle>[0]) =>
    planText(many, aStyle(style)).match(/^ {2}Number \d+/gm)?.length;
  expect([shown({}), shown({ verbose: true }), shown({ everything: true })]).toEqual([40, 267, 267]);
  expect(planText(many, aStyle()).match(/^\.\.\. .*$/gm)).toEqual([
    '... and 224 more like this: warning[a-warning] (--verbose lists them)',
    '... and 3 more like this: error[a-error] (--verbose lists them)',
  ]);
});

test('the verdict asks to read the warnings first', () => {
  const changes = [aChange()];
  const verdict = (findings: ReturnType<typeof aPlan>['findings']) =>
    /class="verdict (\w+)">.*?<\/p>/.exec(planHtml(aPlan({ changes, findings }), { verbose: false, now: NOW }));
  const [clean, warned] = [[], [{ code: 'a', severity: 'warning', message: 'B.' } as const]].map(verdict);
  expect([clean?.[1], warned?.[1]]).toEqual(['go', 'warn']);
  expect(warned?.[0]).toContain('Next: read 1 warning, then apply ');
});

test('colour adds codes and no words', () => {
  expect(stripVTControlCharacters(planText(plan, aStyle({ palette: palette(true) }), typed))).toBe(
    planText(plan, aStyle(), typed),
  );
  expect(planText(plan, aStyle({ palette: palette(true) }), typed)).not.toBe(planText(plan, aStyle(), typed));
});

test('no line ends in a blank, and prose stays within the width', () => {
  for (const width of [40, 60, 100]) {
    const lines = planText(plan, aStyle({ width })).split('\n');
    expect(lines.filter((line) => /\s$/.test(line))).toEqual([]);
    const prose = lines.filter((line) => line.length > width && /^ {6}[A-Z]/.test(line));
    expect(prose).toEqual([]);
  }
});

test('foreign text cannot send codes to the terminal', () => {
  const hostile = aPlan({
    changes: [
      aChange({
        reason: 'r\u001b]0;x\u0007',
        fields: [{ field: 'label\u001b[2J', after: '\u202eevil\u001b[31m' }],
      }),
    ],
  });
  const text = planText(hostile, aStyle());
  expect(['\u001b', '\u0007', '\u202e'].filter((character) => text.includes(character))).toEqual([]);
});

test('verbose shows unchanged resources and every call with its body', () => {
  const text = planText(aPlan({ changes: kept.slice(0, 1), calls: [aCall()] }), aStyle({ verbose: true }));
  expect(text).toContain('  = keep    property:contacts/p0\n');
  expect(text).toContain(`\
  c1   POST /properties/v2/contacts/properties
       The v2 create takes every declared field.
       covers property:contacts/loyaltytier
       {
         "name": "loyaltytier"
       }
`);
});

test('ten times the changes cost about ten times the work', () => {
  const sized = (size: number): (() => number) => {
    const changes = Array.from({ length: size }, (_, index) =>
      aChange({ address: `property:contacts/p${index}`, fields: [{ field: 'label', after: `Label ${index}` }] }),
    );
    const big = aPlan({ changes });
    return () => {
      // Of the processor: the load of the machine does not count.
      const start = process.cpuUsage();
      planText(big, aStyle());
      return process.cpuUsage(start).user;
    };
  };
  const best = (run: () => number): number => Math.min(run(), run(), run());
  const [small, large] = [sized(1_000), sized(10_000)];
  best(small);
  expect(best(large) / best(small)).toBeLessThan(40);
});

test('a plan that only records new files shows this and the next command', () => {
  const address = 'property:contacts/p0';
  const moved = aPlan({ changes: kept, files: { [address]: 'schema/contacts.yaml' }, moved: [address] });
  const text = planText(moved, aStyle(), typed);
  expect(text).toContain('Nothing to change: 12 unchanged, 3 of them known from the ledger only.');
  expect(text).toContain('Apply records the new file of 1 resource.');
  expect(text).toContain('Next, to write this to the ledger:');
  expect(planBrief(moved, aStyle())).toBe('Nothing to change, 1 recorded from another file.\n');
});
