/** The sections of docs/findings.md, and configurations with the findings that they give. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

export interface Section {
  readonly code: string;
  readonly text: string;
}

export const PAGE = readFileSync('docs/findings.md', 'utf8');

/** The sections of findings, and those of the errors that end a run. */
export function readSections(): { readonly findings: readonly Section[]; readonly errors: readonly Section[] } {
  const [findings = '', errors = ''] = PAGE.split('\n# Errors\n');
  return { findings: splitSections(findings), errors: splitSections(errors) };
}

function splitSections(text: string): readonly Section[] {
  const parts = text.split(/^### /m).slice(1);
  return parts.map((part) => {
    const [code = '', ...lines] = part.split(/^##? /m)[0]?.split('\n') ?? [];
    return { code, text: lines.join('\n').trim() };
  });
}

const Examples = z.array(
  z.strictObject({
    /** Codes of all findings. The first code is the subject of the example. */
    gives: z.array(z.string()),
    yaml: z.string(),
  }),
);

export function readExamples(): z.infer<typeof Examples> {
  return Examples.parse(parse(readFileSync('test/findings/examples.yaml', 'utf8')));
}
