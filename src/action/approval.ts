/** What the check run of a plan says: which plan a merge approves, in a form that another run reads. No person can write it. */

import { hash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { CHECK_TEXT_LIMIT } from '../github/checks.ts';
import { accountDigest, changeDigests } from '../index.ts';
import type { Plan } from '../model/plan.ts';

const FORMAT = 'trueup.approval/1';

const Digests = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^([0-9a-f]{${digits}})*$`))
    .transform((text): readonly string[] => text.match(new RegExp(`.{${digits}}`, 'g')) ?? []);

/** Hex digits of an address: enough to tell whether two plans are about the same one. */
const ADDRESS_DIGITS = 10;

const Digest = z.string().regex(/^[0-9a-f]{20}$/);

const Shape = z.strictObject({
  format: z.literal(FORMAT),
  /** plan: to be reviewed. none: there is no plan to approve. targeted: it is done, and the target left something out. applied: everything is done. superseded: so it is, and a later plan took the place of this one. */
  state: z.enum(['plan', 'none', 'targeted', 'applied', 'superseded']),
  folder: z.string(),
  account: z.string(),
  /** A commit can be the head of several pull requests. */
  pull: z.int(),
  /** Planned with a target: it says nothing of the rest. */
  targeted: z.boolean().optional(),
  /** Branch that it was planned for, and whose policy it was compared with. */
  base: z.string().optional(),
  /** Commit that the change was planned on top of: what the planned files contain besides it. */
  onto: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  /** Digests of what its comment showed to be looser than the policies that it was compared with. */
  shown: Digests(20).optional(),
  /** Digests of what it needed of that, and somebody allowed for this plan alone. */
  allowed: Digests(20).optional(),
  /** Of one that is over: commits whose policies hold for what is merged next; the merge itself where there are none. */
  held: z.array(z.string().regex(/^[0-9a-f]{40,64}$/)).optional(),
  /** Which these are was not found, and nobody allowed that. */
  heldUnknown: z.boolean().optional(),
  digest: Digest.optional(),
  /** Digest of the account, its host and its surface. */
  of: Digest.optional(),
  /** Absent where there are too many: then the digest of the whole plan alone counts. */
  changes: Digests(20).optional(),
  addresses: Digests(ADDRESS_DIGITS).optional(),
});
export type Approval = Omit<z.infer<typeof Shape>, 'format'>;

/** What it is about. */
export type Subject = Pick<Approval, 'folder' | 'account' | 'pull'>;

/** The name that people see; two subjects may share one when they are very long, so the text decides. */
export function checkName({ folder, account }: Pick<Subject, 'folder' | 'account'>): string {
  return ['trueup', 'plan:', plain(folder), plain(account)].join(' ').slice(0, 200);
}

export function approvalOf(
  subject: Subject & Pick<Approval, 'base' | 'onto' | 'targeted' | 'shown' | 'allowed'>,
  plan: Plan,
  digest: string,
): Approval {
  const digests = changeDigests(plan);
  return {
    ...subject,
    state: 'plan',
    digest,
    of: accountDigest(plan),
    changes: [...digests.values()],
    addresses: [...digests.keys()].map(addressDigest),
  };
}

/** Without the lists where they do not fit: then the plan counts only as a whole, and nothing of a looser policy counts as shown. */
export function approvalText(approval: Approval): string {
  const { changes, addresses, shown, allowed, ...rest } = approval;
  const policy = defined({ shown: shown?.join(''), allowed: allowed?.join('') });
  const texts = [{ changes: changes?.join(''), addresses: addresses?.join(''), ...policy }, policy, {}].map(
    (lists) => `\`\`\`\n${plainJson({ format: FORMAT, ...rest, ...lists })}\n\`\`\``,
  );
  return texts.find((text) => Buffer.byteLength(text) <= CHECK_TEXT_LIMIT) ?? '';
}

/** Undefined for what is not about this subject, or in no form that we know. */
export function readApproval(text: string, { folder, account, pull }: Subject): Approval | undefined {
  const [, json] = /^```\r?\n(\{.*\})\r?\n```\s*$/.exec(text) ?? [];
  const read = Shape.safeParse(parsed(json)).data;
  if (read === undefined || read.folder !== folder || read.account !== account || read.pull !== pull) return undefined;
  const { format: _, ...approval } = read;
  return approval;
}

/** Whether both are about one resource; also where it is not known. */
export function mayMeet(one: Approval, other: Approval): boolean {
  if (one.addresses === undefined || other.addresses === undefined) return true;
  const addresses = new Set(one.addresses);
  return other.addresses.some((address) => addresses.has(address));
}

export function addressDigest(address: string): string {
  return hash('sha256', address).slice(0, ADDRESS_DIGITS);
}

/** Nothing in it ends the block around it, and it stays what it is whatever the host makes of other characters. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]|`/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function plain(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
