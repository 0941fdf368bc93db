import { expect, test } from 'vitest';
import { objectSchema as on } from '../../../../src/kinds/object-schema/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, updating } from '../../desired-changes.ts';

const kind = on('documented', NO_NAMES);
const spec = kind.spec({ objectType: 'boats', schema: { labels: { singular: 'Boat', plural: 'Boats' } } });

test('a schema is an error on the documented surface, and its changes are blocked', () => {
  if (spec === undefined) throw new Error('the schema is declared');
  for (const change of [creating(kind, spec), updating(kind, spec, ['labels'])])
    expect(kind.writer.write([change])).toMatchObject({
      calls: [],
      blocked: [{ address: 'object-schema:boats', because: 'no-endpoint', section: '11.4' }],
    });
  expect(kind.check(spec)).toMatchObject([{ code: 'surface-lacks-kind', severity: 'error' }]);
});
