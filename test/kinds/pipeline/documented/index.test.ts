import { expect, test } from 'vitest';
import { pipeline as on } from '../../../../src/kinds/pipeline/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const pipeline = on('documented', NO_NAMES);
const spec = pipeline.spec({
  objectType: 'deals',
  id: 'renewals',
  label: 'Renewals',
  stages: [{ id: 'a', label: 'A' }],
});

test('a pipeline is an error on the documented surface, and its changes are blocked', () => {
  if (spec === undefined) throw new Error('a pipeline is always declared');
  for (const change of [creating(pipeline, spec), updating(pipeline, spec, ['label']), removing(pipeline, spec)])
    expect(pipeline.writer.write([change])).toMatchObject({
      calls: [],
      blocked: [{ address: 'pipeline:deals/renewals', because: 'no-endpoint', section: '11.9' }],
    });
  expect(pipeline.check(spec)).toMatchObject([{ code: 'surface-lacks-kind', severity: 'error' }]);
  expect(pipeline.reader).toMatchObject({ unsupported: true, elsewhere: 'dated' });
});
