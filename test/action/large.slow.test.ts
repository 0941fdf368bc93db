import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const CHANGES = 10_000;
/** Options that the account has and the files do not: half of them are removed with consent, half of them are blocked. */
const RISKY = 600;
/** More than a comment holds, however short. */
const TOO_RISKY = 3000;

let repository: RepositoryUnderTest;

beforeAll(async () => {
  repository = await aRepository();
  const admin = repository.service.admin(1001);
  await admin.addGroup('contacts', { name: 'bulk', displayName: 'Bulk' });
  for (let at = 0; at < TOO_RISKY; at += 1) {
    await admin.addProperty('contacts', {
      name: `risky_${at}`,
      label: `Risky ${at}`,
      groupName: 'bulk',
      type: 'enumeration',
      fieldType: 'select',
      options: [
        { value: 'gold', label: 'Gold' },
        { value: `old_${at}`, label: 'Old' },
      ],
    });
  }
});
afterAll(() => repository.close());

/** `risky` of the changes remove an option, each `consented`-th with consent; the others are new properties. */
async function push(
  pull: number,
  { risky, label = 'Safe', consented = 2 }: { risky: number; label?: string; consented?: number },
): Promise<Ran> {
  const numbers = Array.from({ length: CHANGES }, (_, at) => at);
  const properties = numbers.map((at) =>
    at < risky
      ? `          risky_${at}: { label: Risky ${at}, type: enumeration, fieldType: select, optionsMode: exact, options: [{ value: gold, label: Gold }] }`
      : `          safe_${at}: { label: ${label} ${at}, type: string, fieldType: text }`,
  );
  const text = `${sandboxText(repository.service.url)}objects:
  contacts:
    groups:
      bulk:
        properties:
${properties.join('\n')}
`;
  await writeFile(join(repository.workspace, 'trueup.yaml'), text);
  return repository.push(pull, { allow: allowed(risky, consented) });
}

/** Consents to the removal of each `step`-th option. */
function allowed(risky: number, step: number): string {
  const consented = Array.from({ length: risky / step }, (_, at) => at * step);
  return ['max-changes', ...consented.map((at) => `option-removal=property:contacts/risky_${at}`)].join('\n');
}

/** Numbers of the risky properties whose line says this. */
function told(text: string, line: RegExp): readonly number[] {
  return [...text.matchAll(line)].map(([, at]) => Number(at)).sort((a, b) => a - b);
}

const even = (below: number) => Array.from({ length: below / 2 }, (_, at) => 2 * at);
const odd = (below: number) => even(below).map((at) => at + 1);

describe('a pull request with 10,000 changes', () => {
  test('has one comment with every risky change, and the summary has all changes', async () => {
    const ran = await push(1, { risky: RISKY });
    expect(ran).toMatchObject({
      code: 3,
      outputs: { result: 'failed', 'has-changes': 'true', destructive: String(RISKY / 2), blocked: String(RISKY / 2) },
    });
    const [first, ...others] = repository.standIn.state.comments;
    expect(others).toEqual([]);
    const body = first?.body ?? '';
    expect(body).toContain(`**${CHANGES - RISKY} to create, ${RISKY / 2} to update, ${RISKY / 2} blocked.**`);
    expect(told(body, /\bupdate\b.*?`property:contacts\/risky_(\d+)`.*\\\(removes `old_\1`\\\)$/gm)).toEqual(
      even(RISKY),
    );
    expect(told(body, /\bblocked\b.*?`property:contacts\/risky_(\d+)`.*\\\(removes `old_\1`\\\)$/gm)).toEqual(
      odd(RISKY),
    );
    expect(body).toContain(`Object contacts: ${CHANGES - RISKY} new properties`);

    // A summary that is too large is dropped whole, and so are annotations beyond the tenth of each severity.
    expect(new Set(ran.summary.match(/property:contacts\/(safe|risky)_\d+/g)).size).toBe(CHANGES);
    expect(ran.summary).toContain(`digest \`${ran.outputs['digest']}\``);
    expect(ran.log.match(/^::error /gm)?.length).toBeLessThanOrEqual(10);
    expect(ran.annotations[0]).toMatch(/^::error file=trueup\.yaml,line=10,col=11,title=blocked-change::/);
    expect(ran.annotations.at(-1)).toBe(`::error::${RISKY / 2 - 8} more. In full: the log of the run.`);

    const again = await push(1, { risky: RISKY, label: 'Safer' });
    expect(again.outputs['digest']).not.toBe(ran.outputs['digest']);
    expect(repository.standIn.state.comments).toMatchObject([{ id: first?.id }]);
    expect(repository.comments(1)[0]).toContain(`digest \`${again.outputs['digest']}\``);
  });

  test('is neutral if its destructive changes do not fit, and needs its digest', async () => {
    const ran = await push(2, { risky: TOO_RISKY, consented: 1 });
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral', destructive: String(TOO_RISKY) } });
    const [body = ''] = repository.comments(2);
    const [marker, host, , ledger, , title, , notice, counts] = body.split('\n');
    expect(marker).toBe('<!-- trueup:plan account=sandbox folder=. -->');
    expect(host).toMatch(/^> \*\*Tokens go to `http:/);
    expect(ledger).toMatch(/^> \*\*No ledger yet:/);
    expect(title).toBe('### Plan for sandbox (account 1001)');
    expect(notice).toMatch(/^> \*\*This plan is too large to review here, so merging approves nothing/);
    expect(counts).toContain(`> ${TOO_RISKY} destructive changes do not fit, and none of them is shown.`);
    expect(body).not.toContain('risky_');
    expect(body).toContain('Merging does not approve this plan, because it is too long for this place.');
    expect(body).toContain(`start the apply workflow with the digest \`${ran.outputs['digest']}\`.`);
    expect(new Set(ran.summary.match(/property:contacts\/risky_\d+/g)).size).toBe(TOO_RISKY);

    const merged = await repository.merge(2, { allow: allowed(TOO_RISKY, 1) });
    expect(merged).toMatchObject({ code: 6, outputs: { result: 'failed', digest: ran.outputs['digest'] } });
    expect(await repository.writes()).toEqual([]);
  });
});
