/** Decides a change that can be made: whether its risk has a consent, and whether the writer can express it. */

import { defined } from '../../contract/defined.ts';
import type { Change, Risk } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import { type DesiredChange, isUnsupported } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import type { RiskName } from '../../model/risk.ts';
import { asOptions } from '../compare.ts';
import type { FieldRisk, RemovedOption } from '../field-diff.ts';
import { listed } from '../listed.ts';
import { blocked } from './decide-blocked.ts';
import type { Case } from './decide-case.ts';
import type { Decision } from './decision.ts';
import { reasonText, retiringText } from './reasons.ts';
import { restoreRisks } from './restore.ts';

export function unconsented(one: Case): Decision | undefined {
  const lacking = listRisks(one).filter((risk) => !isConsented(one, risk));
  if (lacking.length === 0) return undefined;
  // A change that is impossible needs no consent.
  const [impossible] = one.kind.writer.write([buildDesiredChange(one)]).blocked;
  if (impossible !== undefined)
    return blocked(one, impossible.because, impossible.reason, { section: impossible.section });
  const risks = [...new Set(lacking.map(({ risk }) => risk))];
  return blocked(one, 'consent-required', consentText(lacking, one), {
    risk: rateRisks(risks),
    risks,
  });
}

/**
 * Returns the fact and the safe alternative. The finding that refuses the plan names the consent. Reports show the position of the
 * declaration next to the reason.
 */
function consentText(lacking: readonly FieldRisk[], { live }: Case): string {
  const options = lacking.flatMap(({ option }) => option ?? []);
  const others = lacking.filter(({ option }) => option === undefined).map(({ detail }) => detail);
  const known = new Map(asOptions(live?.fields['options']).map((option) => [option.value, option]));
  const hideable = options.filter(({ value, canHide }) => canHide && known.get(value)?.hidden !== true);
  return [
    ...(options.length === 0 ? [] : [removingText(options)]),
    ...(hideable.length === 0 ? [] : [`Hide ${pronoun(hideable)} instead: ${retireText(hideable)}.`]),
    ...(others.length === 0 ? [] : [`Requires consent: ${others.join(', ')}.`]),
  ].join(' ');
}

function removingText(options: readonly RemovedOption[]): string {
  const values = options.map(({ value }) => JSON.stringify(value));
  const { noun = '', loss = '' } = options[0]?.list ?? {};
  return `Removing ${noun}${options.length === 1 ? '' : 's'} ${listed(values, SHOWN)} ${loss}.`;
}

function pronoun(options: readonly RemovedOption[]): string {
  return options.length === 1 ? 'it' : 'them';
}

function retireText(options: readonly RemovedOption[]): string {
  const entries = options.slice(0, SHOWN).map(({ value }) => `{ value: ${JSON.stringify(value)}, stage: hide }`);
  return `retire: [${entries.join(', ')}${options.length > SHOWN ? ', …' : ''}]`;
}

/** Options that a reason shows how to hide. */
const SHOWN = 3;

export function written(one: Case): Decision {
  const { base, diff } = one;
  const risks = [
    ...new Set(
      listRisks(one)
        .map(({ risk }) => risk)
        .filter((risk) => !isFinishing(one, risk)),
    ),
  ];
  const change: Change = { ...base, reason: formatReason(one), risk: rateRisks(risks), risks };
  return {
    change,
    desired: buildDesiredChange(one),
    record: diff.record,
    findings: one.findings,
  };
}

function listRisks({ diff, archived, resource, kind }: Case): readonly FieldRisk[] {
  return [...diff.risks, ...restoreRisks(archived, resource.spec, kind)];
}

function formatReason(one: Case): string {
  const { base, diff, archived, resource, kind, record } = one;
  if (archived === undefined && diff.retires.length > 0) return retiringText(diff.retires);
  if (archived === undefined) return [reasonText(diff.because, base, record), ...mayComeBack(one)].join(' ');
  const effects = restoreRisks(archived, resource.spec, kind).map(({ detail }) => detail);
  return `It is archived in the account: ${effects.join('; ')}.`;
}

/** Returns sentences about a missing resource that a create may restore. */
function mayComeBack({ base, kind: { reader }, record }: Case): readonly string[] {
  const isHidden = !isUnsupported(reader) && reader.hidesArchived === true;
  if (base.action !== 'create' || record === undefined || !isHidden) return [];
  return ['If it was archived, creating it restores it, with its record values.'];
}

/** Removed options come back empty, and a purged limit can be set again; a type change strands values for good. */
export function rateRisks(risks: readonly RiskName[]): Risk {
  if (risks.includes('type-change')) return 'irreversible';
  return risks.length > 0 ? 'destructive' : 'safe';
}

function isConsented(one: Case, { risk, consented }: FieldRisk): boolean {
  return consented || isFinishing(one, risk) || one.input.isAllowed(risk, one.resource.address);
}

/** The second of two calls that create a property: the first one recorded no type. */
function isFinishing({ archived, record }: Case, risk: RiskName): boolean {
  return (
    archived === undefined && risk === 'type-change' && record !== undefined && record.fields['type'] === undefined
  );
}

/** Returns the id of the live resource, or the recorded id if the resource was not read. */
export function findId(live: LiveResource | undefined, record: LedgerRecord | undefined): string | undefined {
  return live === undefined ? record?.id : live.id;
}

function buildDesiredChange({ resource, base, diff, live, archived, record }: Case): DesiredChange<Fields> {
  return {
    address: resource.address,
    action: base.action === 'create' ? 'create' : 'update',
    spec: resource.spec,
    after: diff.after,
    ...defined({ before: live?.fields }),
    ...(archived === undefined ? {} : { restores: true }),
    changed: diff.fields.map(({ field }) => field),
    ...defined({ record, id: findId(live, record) }),
  };
}
