/** Files with errors before the first merge: nobody knows which policy they had, so that a digest alone does not apply what may need a looser one. */

import { afterEach, expect, test } from 'vitest';
import { ALL, ALLOW, aTierRepository, type TierRepository } from './tier-project.ts';

const STRICT = 'policy: { maxChanges: { percent: 1, above: 0 } }\n';

let repository: TierRepository;
afterEach(() => repository.close());

test('a manual start applies what was merged onto files with errors only where somebody allows it', {
  timeout: 180_000,
}, async () => {
  repository = await aTierRepository();
  const options = ALL.map((value, displayOrder) => ({ value, label: value, displayOrder }));
  await repository.service.admin(1001).addProperty('contacts', {
    ...{ name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'enumeration', fieldType: 'select' },
    options,
  });
  await repository.file('strict.yaml', STRICT);
  await repository.file('loose.yaml', 'policy: {}\n');
  await repository.pushed({ include: 'strict' });
  await repository.file('strict.yaml', `${STRICT}typo: 1\n`);
  await repository.pushed({ include: 'strict' });
  const before = repository.head();
  await repository.file('strict.yaml', STRICT);
  expect(await repository.planned(2, { include: 'loose', label: 'Level' })).toMatchObject({ code: 3 });
  await repository.mergedAs(2);
  repository.merged(2);
  const refused = await repository.apply({}, before);
  expect(refused).toMatchObject({ code: 3 });
  const digest = refused.outputs['digest'] ?? '';
  const alone = await repository.apply({ digest });
  expect(alone).toMatchObject({ code: 3 });
  expect(alone.log).toContain('which #2 was merged into, have errors: which policy they had is unknown.');
  expect(await repository.apply({ digest, ...ALLOW })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});
