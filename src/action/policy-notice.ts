/** How a looser policy is put into words: above the plan, and where it is refused. */

import { UnsafePlanError } from '../errors.ts';
import { markdownCode, markdownText } from '../report/escape.ts';
import { allowing, type Naming } from './policy-naming.ts';
import type { Run } from './run.ts';

/** What an error says; the rest is counted. */
const SHOWN = 20;

export function refused(run: Run, account: string, needs: readonly string[], { of, way }: Naming): UnsafePlanError {
  // Some are sentences.
  const texts = shown(needs).map((text) => text.replace(/\.$/, ''));
  return new UnsafePlanError(
    `The plan for ${account} is possible only under a looser policy than that ${of}: ${texts.join('; ')}.`,
    [],
    { hint: way(allowing(run)) },
  );
}

interface Said {
  readonly account: string;
  readonly texts: readonly string[];
  readonly needs: readonly string[];
  readonly naming: Naming;
}

/** In full: what is left out of it nobody has reviewed. */
export function noticeOf(run: Run, { account, texts, needs, naming }: Said, isRefused: boolean): string {
  const item = (text: string) => `> - ${markdownText(text)}`;
  const end =
    needs.length === 0
      ? ['> The plan does not need this.']
      : [
          `> **The plan needs this, ${consequenceIn(run, isRefused)}:**`,
          '>',
          ...needs.map(item),
          ...(isRefused ? ['>', `> ${markdownText(naming.way(allowing(run)))}`] : []),
        ];
  const head = `> **The policy of ${markdownCode(account)} is looser than ${naming.at}:**`;
  return [head, '>', ...texts.map(item), '>', ...end].join('\n');
}

/** As the rest of a sentence. What is not refused is allowed by the input: what the plan of a merge was allowed is not told. */
function consequenceIn({ inputs }: Run, isRefused: boolean): string {
  const isApply = inputs.command === 'apply';
  if (isRefused) return isApply ? 'so nothing is applied' : 'so it is refused, and a merge applies nothing of it';
  return `and the input policy-changes of this run allows it${isApply ? '' : ', so a merge applies it'}`;
}

function shown(texts: readonly string[]): readonly string[] {
  const more = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].map((text) => text.slice(0, 300));
}
