/** Judges the new files like the next plan, and drops additions that it would not keep, with the reason. */

import type { Addition, Written } from '../../authoring/files.ts';
import { asParsed, sourceFile } from '../../config/yaml/source.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { decide } from '../../engine/plan/decide.ts';
import type { Decision } from '../../engine/plan/decision.ts';
import { buildComparingInput } from '../../engine/plan/planning.ts';
import { InternalError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { countOf } from '../../model/finding.ts';
import { equalJson, type Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Project } from '../../model/project.ts';
import type { NotDeclared, OtherAccount, Pull, PullConflict, TakenResource } from '../../model/pull.ts';
import type { ResolvedProject } from '../project.ts';
import type { MergedFiles } from './merged-in.ts';
import { partRecord } from './part-record.ts';
import type { PullParts } from './parts.ts';

export interface Trial {
  readonly additions: readonly Addition[];
  readonly written: Written;
  /** Declared resources of which nothing is taken, since the files would have an error, and which. */
  readonly broken: ReadonlyMap<Address, string>;
}

export interface Verifying {
  readonly parts: Pick<PullParts, 'project' | 'resolve' | 'resolution' | 'findings'>;
  readonly kinds: readonly Kind[];
  readonly ledger: Ledger;
  readonly live: Live;
  readonly merged: MergedFiles;
}

type Resolved = Pick<ResolvedProject, 'resolution' | 'findings'>;

export interface Verified extends Pick<Pull, 'files' | 'taken' | 'unrecorded' | 'left' | 'otherAccounts'> {
  readonly conflicts: readonly PullConflict[];
}

export function verified(
  attempt: (additions: readonly Addition[], broken: Trial['broken']) => Trial,
  all: readonly Addition[],
  input: Verifying,
): Verified {
  const left: NotDeclared[] = [];
  const broken = new Map<Address, string>();
  const decisionOf = decisionsOn(input);
  let additions = all;
  // Each round leaves out one resource at least.
  for (;;) {
    const { written } = attempt(additions, broken);
    const { project, resolution, findings } = input.parts;
    const made = written.files.length === 0 ? project : withFiles(project, written);
    const resolved = made === project ? { resolution, findings } : input.parts.resolve(made);
    const against = problemsOf({ additions, written, broken }, resolved, { ...input, decisionOf });
    if (against.size === 0) {
      const files = written.files.map((file) =>
        asParsed(
          file,
          made.files.find(({ path }) => path === file.path),
        ),
      );
      const done = concluded({ additions, written, broken }, resolved, { ...input, decisionOf });
      const others = otherAccounts(input.parts, done.taken, { before: project, after: made });
      return { ...done, files, left, ...(others.length === 0 ? {} : { otherAccounts: others }) };
    }
    const added = new Set(additions.map(({ address }) => address));
    for (const [address, reason] of against) {
      if (added.has(address)) left.push({ address, ...reason });
      else broken.set(address, reason.reason);
    }
    additions = additions.filter(({ address }) => !against.has(address));
  }
}

/** Returns the decision of the next plan. */
type DecisionOf = (resource: DesiredResource) => Decision;

function decisionsOn({ kinds, ledger, live }: Verifying): DecisionOf {
  const input = buildComparingInput({ live, ledger });
  const made = new Map<DesiredResource, Decision>();
  return (resource) => {
    const decision = made.get(resource) ?? decide(resource, kindNamed(kinds, resource.kind), input);
    made.set(resource, decision);
    return decision;
  };
}

interface Deciding extends Verifying {
  readonly decisionOf: DecisionOf;
}

function withFiles(project: Project, { files }: Written): Project {
  const texts = new Map(files.map((file) => [file.path, file.text] as const));
  const there = project.files.map((file) => {
    const text = texts.get(file.path);
    return text === undefined ? file : sourceFile(file.path, text, file.realPath);
  });
  const fresh = files.filter(({ before }) => before === null).map(({ path, text }) => sourceFile(path, text));
  return { ...project, files: [...there, ...fresh] };
}

/** Returns why additions cannot be included. Throws InternalError if the new files have another fault. */
function problemsOf(
  { additions, broken }: Trial,
  { resolution, findings }: Resolved,
  { decisionOf, merged }: Deciding,
): ReadonlyMap<Address, Omit<NotDeclared, 'address'>> {
  const found = new Map<Address, Omit<NotDeclared, 'address'>>();
  const meant = new Set<string>([
    ...additions.map(({ address }) => address),
    ...[...merged.about.values()].map(({ resource }) => resource.address).filter((address) => !broken.has(address)),
  ]);
  const errors = findings.filter(({ severity }) => severity === 'error');
  for (const { code, address, message } of errors)
    if (address !== undefined && meant.has(address)) found.set(address as Address, { because: code, reason: message });
  if (errors.length > 0 && found.size === 0)
    throw new InternalError(
      `The pulled files have ${countOf(findings, 'error')} errors, so none is written: ${errors[0]?.message}`,
    );
  if (errors.length > 0) return found;
  const declared = new Map(resolution.desired.resources.map((resource) => [resource.address, resource] as const));
  for (const { address } of additions) {
    const resource = declared.get(address);
    if (resource === undefined) found.set(address, NO_PLACE);
    else if (decisionOf(resource).change.action !== 'keep') found.set(address, DIFFERS);
  }
  return found;
}

const NO_PLACE = {
  because: 'no-place',
  reason: 'Its place in the files cannot be edited by a program: declare it by hand.',
};
const DIFFERS = {
  because: 'differs',
  reason: 'With any declaration of it, a plan would change values in the account.',
};

function concluded(
  { additions, written, broken }: Trial,
  { resolution }: Resolved,
  { decisionOf, ledger, live, merged }: Deciding,
): Omit<Verified, 'files' | 'left' | 'otherAccounts'> {
  const unmade = [...merged.about].flatMap(([edit, { resource }]) => {
    const reason = broken.get(resource.address);
    return reason === undefined ? [] : [{ edit, reason }];
  });
  const refusals = [...written.refused, ...unmade];
  // As the new files say it: of a list some options may be taken and others not.
  const specs = new Map(resolution.desired.resources.map(({ address, spec }) => [address, spec] as const));
  const saidOf: SaidOf = (address, field) => specs.get(address)?.[field] ?? null;
  const told = new Set<string>();
  const conflicts: PullConflict[] = refusals.flatMap(({ edit, reason }) => {
    const about = merged.about.get(edit);
    if (about === undefined) return [];
    const { resource, field } = about;
    const { address, overrides = [] } = resource;
    // A list may have an edit for each option.
    const what = JSON.stringify([address, field, reason]);
    if (told.has(what)) return [];
    told.add(what);
    const { provenance } = overrides.find((override) => override.field === field) ?? resource;
    const now = live.resources.get(address)?.fields[field] ?? null;
    return [{ address, field, declared: saidOf(address, field), live: now, reason, provenance }];
  });
  const refused = new Set(refusals.map(({ edit }) => edit));
  const known = new Set(merged.unrecorded);
  const edited = [...merged.about.values()].map(({ resource }) => resource.address);
  const touched = new Set([...edited, ...additions.map(({ address }) => address)]);
  return {
    taken: [...changed(merged, refused, saidOf), ...additions.map(({ address }) => addedTo(written, address))].sort(
      (a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0),
    ),
    conflicts,
    unrecorded: resolution.desired.resources.flatMap((resource) => {
      if (!touched.has(resource.address)) return known.has(resource.address) ? [resource.address] : [];
      if (!live.resources.has(resource.address)) return [];
      const decision = decisionOf(resource);
      const isTold =
        decision.adopt !== undefined || partRecord(ledger.records[resource.address], decision) !== undefined;
      return isTold ? [resource.address] : [];
    }),
  };
}

function addedTo({ fileOf }: Written, address: Address): TakenResource {
  const kind = address.slice(0, address.indexOf(':')) as TakenResource['kind'];
  return { address, kind, file: fileOf.get(address) ?? '', fields: [] };
}

type SaidOf = (address: Address, field: string) => Json;

function changed({ about }: MergedFiles, refused: ReadonlySet<unknown>, saidOf: SaidOf): readonly TakenResource[] {
  const taken = new Map<Address, TakenResource>();
  for (const [edit, { resource, field, file }] of about) {
    if (refused.has(edit)) continue;
    const { address, kind, spec } = resource;
    const before = taken.get(address)?.fields ?? [];
    const now = saidOf(address, field);
    const fields = before.some((change) => change.field === field)
      ? before
      : [...before, { field, before: spec[field] ?? null, after: now }];
    taken.set(address, { address, kind, file: taken.get(address)?.file ?? file, fields });
  }
  return [...taken.values()];
}

/**
 * Finds values that new files of a pull declare differently for other accounts of the files. The next apply of these accounts changes them.
 */
function otherAccounts(
  { resolution, resolve }: Pick<PullParts, 'resolution' | 'resolve'>,
  taken: readonly TakenResource[],
  { before, after }: { readonly before: Project; readonly after: Project },
): readonly OtherAccount[] {
  if (taken.length === 0) return [];
  const specsFor = (project: Project, name: string) =>
    new Map(resolve(project, name).resolution.desired.resources.map(({ address, spec }) => [address, spec as Json]));
  return resolution.others.flatMap(({ name }) => {
    const [was, is] = [specsFor(before, name), specsFor(after, name)];
    const addresses = taken
      .map(({ address }) => address)
      .filter((address) => !equalJson(was.get(address) ?? null, is.get(address) ?? null));
    return addresses.length === 0 ? [] : [{ name, addresses }];
  });
}
