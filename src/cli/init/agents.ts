/** The guide of a new project for coding agents: how they edit the files, and which commands they may run. */

import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PulledFile } from '../../model/pull.ts';
import { mention } from '../../report/command.ts';

export const AGENTS_FILE = 'AGENTS.md';
/** Name of the guide if another AGENTS.md exists. */
export const OWN_AGENTS_FILE = 'AGENTS.trueup.md';

/** Returns the guide under a name that overwrites no AGENTS.md. A file with the same text is a guide of an init that was killed. */
export async function agentsFile(cwd: string): Promise<PulledFile> {
  const path = resolve(cwd, AGENTS_FILE);
  const there = await lstat(path).catch(() => undefined);
  const isFree = there === undefined;
  // A read of a named pipe would wait for a writer.
  const isOwn = there?.isFile() === true && (await readFile(path, 'utf8').catch(() => undefined)) === TEXT;
  return { path: isFree || isOwn ? AGENTS_FILE : OWN_AGENTS_FILE, before: null, text: TEXT };
}

const TEXT = `# Instructions for agents

The YAML files in this folder declare the schema of a HubSpot account, such as its property groups and properties. trueup compares them with
the account. You edit the files. A person reviews the plan and applies it.

## Limits

- Run no command that changes the account or the record of it: \`apply\`, \`revert\`, \`pull\`, \`ledger\`, \`auth\`, \`timeline\`, \`fleet\`.
- Leave the folder \`.trueup\` alone. It records what was applied.
- Write no token into a file. Files name an environment variable: \`\${env.NAME}\`.
- Add nothing to \`policy\`, and no \`moved\`, unless the person asks for it.

## Edit

1. Change the files. \`trueup.yaml\` is the main file, and \`include\` names the others.
2. Run \`trueup fmt\`.
3. Run ${mention('validate')} until it reports no error.
4. Run ${mention('plan', '--json')} if the token is in the environment.
5. Tell the person what the plan creates, updates and removes, and each warning that stays.

The name of a group or a property is a key in YAML, and never changes. A new key is a new property, without the values of records.
The same holds for the \`value\` of an option, and for the ids of pipelines and stages. A \`label\` may change at any time.
A definition or a validation rule that leaves the files stays in the account. The removal of an applied option or stage is blocked until a person consents to it.

## Commands

| command | effect |
|---|---|
| ${mention('validate')} | checks the files, offline |
| ${mention('validate', '--json')} | the same, as one JSON document with \`findings\` |
| \`trueup fmt\` | gives the files one layout |
| \`trueup fmt --check\` | lists the files that \`fmt\` would change |
| ${mention('plan', '--json')} | reads the account, changes nothing, and prints \`changes\`, \`findings\` and \`applyable\` |
| ${mention('explain', 'CODE')} | explains a finding, offline |

If \`trueup\` is not found, write \`npx trueup\`.

## Findings

A finding has a code in brackets, such as \`error[reference-missing]\`. It is \`code\` in JSON, with \`message\`, the place in
the files (\`provenance\`), and often a \`hint\`. ${mention('explain', 'reference-missing')} tells the cause and the fix. Correct every error.

## Exit codes

| code | meaning |
|---|---|
| 0 | done: for a plan, with or without changes |
| 1 | the command or a read failed, so the result is missing or incomplete |
| 2 | \`fmt --check\`: a file has another layout |
| 3 | refused: the files have an error, or the plan has one |
`;
