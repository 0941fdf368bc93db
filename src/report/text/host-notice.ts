/** The line above everything else in a report of a plan: tokens go to another service than the vendor's, or than the ledger's. */

import { canonicalUrl, hostOf, isLoopback, VENDOR } from '../../model/host.ts';
import type { Plan } from '../../model/plan.ts';
import { markdownCode, markdownText, terminalLine } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { code, type TextSpan } from './doc.ts';

type Subject = { readonly account: Pick<Plan['account'], 'baseUrl'> } & Pick<Plan, 'hostChange'>;

/** No parts where the base URL is the vendor's and that of the ledger. On a terminal, this machine is not worth a line. */
export function hostNotice({ account, hostChange }: Subject, face: Face): readonly (string | TextSpan)[] {
  const url = code(canonicalUrl(account.baseUrl));
  if (hostChange !== undefined) {
    const from = code(hostChange.from);
    return ['The base URL changed: tokens go to ', url, ', but the ledger was written for ', from, '.'];
  }
  if (hostOf(account.baseUrl) === VENDOR || (face === 'terminal' && isLocal(account.baseUrl))) return [];
  return ['Tokens go to ', url, ', which is not an address of the vendor.'];
}

/** Returns one line, or an empty text if there is nothing to report. */
export function hostText(subject: Subject, face: Face): string {
  return hostNotice(subject, face)
    .map((part) => terminalLine(typeof part === 'string' ? part : part.text))
    .join('');
}

export function hostMarkdown(subject: Subject, face: Face): string {
  const parts = hostNotice(subject, face);
  if (parts.length === 0) return '';
  return `> **${parts.map((part) => (typeof part === 'string' ? markdownText(part) : markdownCode(part.text))).join('')}**`;
}

function isLocal(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}
