import { expect, test } from 'vitest';
import { associationLabel as on } from '../../../../src/kinds/association-label/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const label = on('documented', NO_NAMES);
const spec = label.spec({ from: 'contacts', to: 'companies', name: 'owner', label: 'Owner' });

test('the documented surface blocks each change of a label and reports its declaration', () => {
  if (spec === undefined) throw new Error('a label is always declared');
  for (const change of [creating(label, spec), updating(label, spec, ['label']), removing(label, spec)])
    expect(label.writer.write([change])).toMatchObject({
      calls: [],
      blocked: [{ address: 'association-label:contacts/companies/owner', because: 'no-endpoint', section: '11.7' }],
    });
  expect(label.check(spec)).toMatchObject([
    {
      code: 'surface-lacks-kind',
      severity: 'error',
      message: 'The documented surface has no calls for association labels.',
    },
  ]);
  expect(label.reader).toMatchObject({ unsupported: true, elsewhere: 'dated' });
});
