/** Creates a plan: compares the files with the ledger and the account. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { isPlainName } from '../contract/object-types.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { WHERE_KNOWN } from '../engine/plan/named.ts';
import { makePlan } from '../engine/plan/plan.ts';
import { ConfigError } from '../errors.ts';
import { type Address, isAddress } from '../model/address.ts';
import { namedConsents } from '../model/consent.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import { buildVersion, type Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { findSettler } from '../model/open-call.ts';
import type { Plan } from '../model/plan.ts';
import { knownToPlan, requireKnown } from './known.ts';
import type { Look } from './observer.ts';
import type { Parts } from './parts.ts';
import { planningInput } from './planning.ts';
import { sharedApps } from './shared-apps.ts';
import type { PlanOptions } from './types.ts';

export async function plan(parts: Parts, options: PlanOptions = {}): Promise<Plan> {
  return (await planned(parts, options)).plan;
}

/** A plan with its inputs. */
export interface Planned {
  readonly plan: Plan;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly called: Look['called'];
}

/** `asked` has further addresses to read. */
export async function planned(parts: Parts, given: PlanOptions, asked: readonly Address[] = []): Promise<Planned> {
  const { findings, store, clock } = parts;
  const resolution = underTerms(parts.resolution, given);
  if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(await withoutRecorded(parts));
  const ledger = await store.read();
  const declared = resolution.desired.resources.map(({ address }) => address);
  const allow = namedConsents(given.allow ?? [], [...declared, ...Object.keys(ledger.records)]);
  const options = { ...given, allow };
  const known = await knownToPlan(options, resolution, { ledger, store, kinds: parts.kinds });
  const proven = await parts.prove(ledger, options.allow);
  const looking = { forPlan: true, asked, ...defined({ concurrency: options.concurrency }) } as const;
  const { live, kinds, naming, called } = await parts.look(ledger, resolution.desired, looking);
  const ever = new Set([...known, ...(live.renamed ?? new Map()).values()]);
  requireKnown(options, ever, WHERE_KNOWN);
  const holder = await store.holder();
  // A call that is open without a holder of the ledger needs a person, unless its run settled it during the read.
  const isLeft = ledger.intentions.some((intention) => findSettler(intention, holder) === 'person');
  if (isLeft && buildVersion(await store.read()) !== buildVersion(ledger)) return planned(parts, options, asked);
  const quota = parts.session().client.quota();
  const shared = await sharedApps(parts, ledger, resolution.desired);
  const seen = {
    ...proven,
    ledger,
    live,
    kinds,
    shared,
    ...defined({ holder, quota }),
    now: clock.now(),
  };
  // If the objects could not be read, the names in the ledger count as known.
  const settled = (findings: readonly Finding[]) =>
    withoutRecordedNames(findings, Object.keys(ledger.records), parts.kinds);
  const made = makePlan({
    ...planningInput(withoutConfirmed(resolution, naming, settled), seen, options),
    known: ever,
  });
  return { plan: made, live, ledger, called };
}

function underTerms(resolution: Resolution, { terms }: PlanOptions): Resolution {
  if (terms === undefined) return resolution;
  const { policy, ...more } = terms;
  return { ...resolution, policy, account: { ...resolution.account, ...more } };
}

/** Removes findings about object names that the ledger knows. Problems of the ledger are reported by other plans. */
async function withoutRecorded({ findings, store, kinds }: Parts): Promise<readonly Finding[]> {
  if (!findings.some(({ code }) => code === 'object-misspelt')) return findings;
  const ledger = await store.read().catch(() => undefined);
  return withoutRecordedNames(findings, Object.keys(ledger?.records ?? {}), kinds);
}

/** Removes misspelling findings about object names that the account has. */
function withoutConfirmed(
  resolution: Resolution,
  { confirms }: Look['naming'],
  settled: (findings: readonly Finding[]) => readonly Finding[],
): Resolution {
  const findings = settled(resolution.findings).filter(
    ({ code, address }) =>
      code !== 'object-misspelt' || address === undefined || !isAddress(address) || !confirms(address),
  );
  return { ...resolution, findings };
}

/** `recorded`: addresses. */
function withoutRecordedNames(
  findings: readonly Finding[],
  recorded: readonly string[],
  kinds: readonly Kind[],
): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  const typesIn = (address: Address): readonly string[] => kindOf(address)?.objectTypes?.(address) ?? [];
  const known = new Set(recorded.filter(isAddress).flatMap(typesIn));
  const isKnown = (address = ''): boolean =>
    isAddress(address) && typesIn(address).every((type) => known.has(type) || !isPlainName(type));
  return findings.filter(({ code, address }) => code !== 'object-misspelt' || !isKnown(address));
}
