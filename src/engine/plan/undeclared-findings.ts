/** Findings about resources that were applied, left the files and stay in the account. Resources of one file share one finding. */

import { defined } from '../../contract/defined.ts';
import type { Finding, Override } from '../../model/finding.ts';
import type { Fix } from '../../model/fix.ts';
import { isUnsupported, type Kind, type Removal, type Unsupported } from '../../model/kind.ts';
import type { LedgerRecord, SharedApps } from '../../model/ledger.ts';
import { listed } from '../listed.ts';
import { notCreated } from './removal.ts';
import { sharedText } from './shared-apps.ts';

export interface Dropped {
  readonly record: LedgerRecord;
  readonly kind: Kind;
  /** The call that a consent would allow, or why no call removes the resource. */
  readonly stays: Removal | Unsupported | 'built-in';
}

export interface DroppedInput {
  readonly shared: SharedApps;
  /** Overrides that leave out a resource for this account, by address. */
  readonly omitted: ReadonlyMap<string, Override>;
  /** Addresses with a separate finding, because a waiver names them. */
  readonly waived: ReadonlySet<string>;
}

export function droppedFindings(
  dropped: readonly Dropped[],
  { shared, omitted, waived }: DroppedInput,
): readonly Finding[] {
  const remarked = dropped.map((each) => ({ ...each, remarks: listRemarks(each, shared) }));
  const groups = Map.groupBy(remarked, ({ record, stays, remarks }) =>
    record.file === undefined || omitted.has(record.address) || waived.has(record.address)
      ? record.address
      : JSON.stringify([record.file, typeof stays === 'object' && isUnsupported(stays) ? stays : null, remarks]),
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const by = omitted.get(first.record.address);
    return by === undefined ? [leftFile(first, more)] : [buildOmittedFinding(first, by)];
  });
}

/** The resource belongs to, or is named by, something that the account does not have. `lacking`: a sentence that says so. */
export function nowhere({ address, found }: LedgerRecord, lacking: string): Finding {
  return {
    code: 'not-declared',
    severity: 'warning',
    address,
    message: `${address} was ${recordedAs(found)} and is no longer declared. ${lacking} So trueup cannot delete it.`,
    hint: 'It may be there under another name. Check the account, and delete it there by hand if you no longer need it.',
    fix: [{ action: 'forget', addresses: [address], when: 'removed' }],
  };
}

interface Remarked extends Dropped {
  /** Sentences about origin and ownership. */
  readonly remarks: readonly string[];
}

function listRemarks({ record, kind: { app }, stays }: Dropped, shared: SharedApps): readonly string[] {
  return [
    ...whyItStays(stays),
    ...notCreated(record),
    ...(app === undefined ? [] : [sharedText(app(record.address), shared)]),
  ];
}

function whyItStays(stays: Dropped['stays']): readonly string[] {
  if (stays === 'built-in') return ['Definitions of the service cannot be deleted.'];
  if (!isUnsupported(stays)) return [];
  return [stays.place === undefined ? 'The interface has no call that deletes it.' : stays.reason];
}

function leftFile(first: Remarked, more: readonly Remarked[]): Finding {
  const { record, stays, remarks } = first;
  const { address, file, found } = record;
  const all = [first, ...more];
  const fact =
    more.length === 0
      ? `${address} was ${recordedAs(found)} and is no longer declared, so it stays in the account.`
      : `${all.length} resources that ${file} declared are no longer declared, so they stay in the account: ${listed(
          all.map((each) => each.record.address),
          MOST_LISTED,
        )}.`;
  return {
    code: 'not-declared',
    severity: 'warning',
    ...(more.length === 0 ? { address } : {}),
    message: [fact, ...remarks].join(' '),
    ...defined({ hint: byHand(stays) }),
    fix: [
      ...(file === undefined ? [] : [{ action: 'restore-file', file } as const]),
      { action: 'forget', addresses: all.map((each) => each.record.address), when: 'kept' },
      ...all.flatMap(listRemovalFixes),
    ],
  };
}

/** The files still declare the resource, and an override leaves it out for this account. */
function buildOmittedFinding(dropped: Remarked, { account, provenance }: Override): Finding {
  const { fix = [], message, ...finding } = leftFile(dropped, []);
  return {
    ...finding,
    message: `${message} The account ${account} leaves it out.`,
    fix: fix.filter(({ action }) => action !== 'restore-file'),
    provenance,
  };
}

function byHand(stays: Dropped['stays']): string | undefined {
  if (stays === 'built-in' || !isUnsupported(stays)) return undefined;
  const other = stays.elsewhere === undefined ? '' : `, or with trueup on the ${stays.elsewhere} surface`;
  const place = stays.place === undefined ? '' : `: ${stays.place}`;
  return `A deletion works by hand in the account${other}${place}.`;
}

function listRemovalFixes({ record: { address }, stays }: Dropped): readonly Fix[] {
  return stays === 'built-in' || isUnsupported(stays) ? [] : [{ action: 'allow', risk: stays.risk, address }];
}

function recordedAs(found: LedgerRecord['found']): string {
  return found === 'recorded' ? 'recorded' : 'applied';
}

const MOST_LISTED = 5;
