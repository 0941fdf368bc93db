/** Runs the steps of the example workflows with the permissions that their workflow asks for. */

import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Permissions, REPOSITORY, TOKEN } from '../github/stand-in/server.ts';
import { fillIn } from './action-file.ts';
import { aRepository } from './repository.ts';

const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  jobs: z.record(
    z.string(),
    z.looseObject({
      steps: z.array(
        z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
});

function workflow(path: string) {
  const { permissions, jobs } = Workflow.parse(parse(readFileSync(path, 'utf8')));
  const step = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find(({ uses }) => uses?.startsWith('acme/trueup@'));
  const secrets = { 'secrets.CRM_READ_TOKEN': 'trueup-dev-token', 'secrets.CRM_WRITE_TOKEN': 'trueup-dev-token' };
  const names = { 'inputs.digest': '', ...secrets };
  const inputs = Object.entries(step?.with ?? {}).map(([name, value]) => [name, fillIn(String(value), names)] as const);
  return { permissions, inputs: Object.fromEntries(inputs) };
}

describe('the steps of the example workflows', async () => {
  const repository = await aRepository({ folder: 'crm' });
  afterAll(() => repository.close());

  test('run as they stand, with the permissions that their workflow asks for', async () => {
    await repository.write({});
    const as = (file: string) => {
      const { inputs, permissions } = workflow(`examples/github/${file}`);
      repository.standIn.allow(TOKEN, permissions as Permissions);
      return inputs;
    };
    expect(await repository.push(1, as('validate.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.service.calls()).toEqual([]);
    const main = repository.standIn.git.refs.get('refs/heads/main');
    expect(await repository.push(1, as('plan.yml'), REPOSITORY, main)).toMatchObject({
      code: 0,
      outputs: { 'has-changes': 'true' },
    });
    expect(repository.comments(1)).toHaveLength(1);
    expect(await repository.merge(1, as('apply.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.drift(as('drift.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    expect(await repository.drift(as('drift.yml'))).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
    expect(repository.standIn.state.issues).toHaveLength(1);
    expect(await repository.writes()).toHaveLength(5);
  });
});
