/** Forms of inputs: lists with one item per line, names with values, and numbers with limits. */

import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { secret } from '../contract/secret.ts';
import { readAllowedHosts } from '../faces.ts';
import { isAddress } from '../model/address.ts';
import { parseConsent } from '../model/consent.ts';
import { isLoopback } from '../model/host.ts';
import { RISK_NAMES } from '../model/risk.ts';

export const lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const wholeNumber = (least: number, most: number) =>
  z.string().regex(/^\d+$/, 'is not a whole number').transform(Number).pipe(z.int().min(least).max(most));
export const addresses = lines.pipe(
  z.array(z.string().refine(isAddress, 'is not an address such as property:contacts/loyaltytier')),
);
/** `DIGEST`, or `ACCOUNT=DIGEST` for one of several. Blanks separate as lines do: the field of a manual start has one line. */
export const digests = lines.transform((texts, context) => {
  const given = new Map<string | undefined, string>();
  return texts
    .flatMap((text) => text.split(/\s+/))
    .flatMap((text) => {
      const [, account, digest] = /^(?:([^=]+)=)?([0-9a-f]{20})$/.exec(text) ?? [];
      const isSecond = digest !== undefined && (given.get(account) ?? digest) !== digest;
      if (digest !== undefined && !isSecond) {
        given.set(account, digest);
        return [{ digest, ...defined({ account }) }];
      }
      const fault = isSecond
        ? `it is another one for ${account ?? 'every account'}: name each once, as ACCOUNT=DIGEST`
        : 'a digest has 20 hex digits, alone or as ACCOUNT=DIGEST';
      context.addIssue({ code: 'custom', message: `${text}: ${fault}` });
      return [];
    });
});
export const policyDigests = lines.pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 has 64 hex digits')));
/** A missing secret, as in a fork, leaves an empty value. Invalid values are never shown. */
export const credentials = lines.transform((texts, context) =>
  texts.flatMap((text, index) => {
    const { name, value } = /^(?<name>[A-Za-z_]\w*)=\s*(?<value>.*)$/.exec(text)?.groups ?? {};
    if (name !== undefined && value !== undefined) return [{ name, value: value === '' ? undefined : secret(value) }];
    context.addIssue({ code: 'custom', message: `entry ${index + 1} is not NAME=VALUE` });
    return [];
  }),
);
export const variableNames = lines.pipe(
  z.array(z.string().regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable, alone and without a value')),
);
export const hosts = lines.transform((texts, context) => {
  for (const message of readAllowedHosts(texts).faults) context.addIssue({ code: 'custom', message });
  return texts;
});
/** Split at blanks, never read by a shell. */
export const tokenCommands = lines.transform((texts, context) =>
  texts.flatMap((text, index) => {
    const { name, command } = /^(?<name>[A-Za-z_]\w*)=\s*(?<command>\S.*)$/.exec(text)?.groups ?? {};
    const [program, ...args] = (command ?? '').split(/\s+/);
    if (name !== undefined && program !== undefined && program !== '') return [{ name, program, args }];
    context.addIssue({ code: 'custom', message: `entry ${index + 1} is not NAME=PROGRAM, with arguments if any` });
    return [];
  }),
);
/** Everyone with the address can post to it, so it is treated as a secret. */
export const noticeAddress = z.string().transform((text, context) => {
  const url = text === '' ? undefined : readNoticeAddress(text);
  if (url === 'refused') context.addIssue({ code: 'custom', message: 'is not an address that begins with https://' });
  return url === undefined || url === 'refused' ? undefined : secret(url);
});

function readNoticeAddress(text: string): string | 'refused' {
  const url = URL.parse(text.trim());
  if (url === null) return 'refused';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url.href : 'refused';
}
export const consents = lines.transform((texts, context) =>
  texts.flatMap((text) => {
    const consent = parseConsent(text);
    if (consent !== undefined) return [consent];
    context.addIssue({
      code: 'custom',
      message: `${text}: the risks are ${RISK_NAMES.join(', ')}, as RISK=ADDRESS, and host-change=URL`,
    });
    return [];
  }),
);
