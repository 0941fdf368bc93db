/** Upgrades a saved plan of an older version to the newest form, one step per version; the schema checks the result. */

import { PLAN_FORMAT } from '../../model/plan.ts';

type Document = Readonly<Record<string, unknown>>;

/** The step at position n leads from version n + 1 to n + 2. */
const STEPS: readonly ((plan: Document) => Document)[] = [toSecond];

const NEWEST = STEPS.length + 1;

/** The number in the format of a plan file; undefined when it is no format of a plan. */
export function planVersion(format: unknown): number | undefined {
  const version = typeof format === 'string' ? /^trueup\.plan\/([1-9]\d*)$/.exec(format)?.[1] : undefined;
  return version === undefined ? undefined : Number(version);
}

/** Undefined when the version is newer than ours. */
export function upgradePlan(plan: Document, version: number): Document | undefined {
  return version > NEWEST ? undefined : STEPS.slice(version - 1).reduce((form, step) => step(form), plan);
}

const SECOND_REASONS: Readonly<Record<string, string>> = {
  'account-moved': 'account-changed',
  'both-moved': 'both-changed',
};

/** Three members and two reasons have other names. Hints are left out: they name flags that have other names too. */
function toSecond(plan: Document): Document {
  return renamed(
    {
      ...plan,
      format: PLAN_FORMAT,
      changes: each(plan['changes'], ({ because, ...change }) => ({
        ...change,
        because: SECOND_REASONS[String(because)] ?? because,
      })),
      calls: each(plan['calls'], (call) => renamed(call, { relies: 'before' })),
      findings: each(plan['findings'], ({ hint: _, ...finding }) => finding),
    },
    { basis: 'fingerprint', taken: 'overwrite' },
  );
}

/** A member whose new name is there already keeps its own, which the schema refuses. */
function renamed(value: Document, names: Readonly<Record<string, string>>): Document {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const to = names[name] ?? name;
      return [to in value ? name : to, member];
    }),
  );
}

function each(list: unknown, change: (item: Document) => Document): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isDocument(item) ? change(item) : item)) : list;
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
