import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const PROPERTIES = 60;

let repository: RepositoryUnderTest;
beforeAll(async () => {
  repository = await aRepository();
  const properties = Array.from(
    { length: PROPERTIES },
    (_, at) => `          p${at}: { label: P ${at}, type: string, fieldType: text }`,
  );
  const text = `${sandboxText(repository.service.url)}policy: { allow: [max-changes], rules: { description-required: warn } }
objects:
  contacts:
    groups:
      bulk:
        displayName: Bulk
        properties:
${properties.join('\n')}
`;
  await writeFile(join(repository.workspace, 'trueup.yaml'), text);
});
afterAll(() => repository.close());

/** The comment and the summary point to the log for details that do not fit. */
test('the log folds nothing', async () => {
  const { log, code } = await repository.push(1);
  expect(code).toBe(0);
  expect(log.match(/^ *warning\[description-required\]/gm)).toHaveLength(PROPERTIES);
  expect(log).not.toContain('--verbose lists them');
});
