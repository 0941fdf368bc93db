/** Small texts and shapes that the tests of the configuration share. */

import type { ResolveOptions } from '../../src/config/base.ts';
import { parseProject } from '../../src/config/files/project.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Resolution } from '../../src/model/desired.ts';
import type { Finding } from '../../src/model/finding.ts';

export type Texts = Readonly<Record<string, string>>;

export function resolveTexts(
  texts: string | Texts,
  options: Partial<Omit<ResolveOptions, 'kindsOn'>> = {},
): Resolution {
  const files = typeof texts === 'string' ? { 'trueup.yaml': texts } : texts;
  const project = parseProject(Object.entries(files).map(([path, text]) => ({ path, text })));
  return resolveProject(project, { kindsOn: listKinds, env: {}, ...options });
}

/** Formats findings as `code line:column`, with the name of the file unless it is the usual file. */
export function places(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, provenance }) => {
    if (provenance === undefined) return code;
    const { file, line, column } = provenance;
    return `${code} ${file === 'trueup.yaml' ? '' : `${file}:`}${line}:${column}`;
  });
}

/** Codes of findings that tell no way out. */
export function hintless(findings: readonly Finding[]): readonly string[] {
  return findings.filter(({ hint }) => hint === undefined).map(({ code }) => code);
}

/** Returns a file with a property that has the given lines as fields. */
export function aProperty(...lines: readonly string[]): string {
  const head = 'version: 1\nobjects:\n  contacts:\n    groups:\n      g:\n        properties:\n          tier:\n';
  return head + lines.map((line) => `            ${line}\n`).join('');
}
