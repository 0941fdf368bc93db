/** Walks the levels of the kinds through the documents and collects the declarations. */

import { defined } from '../../contract/defined.ts';
import type { DesiredResource, Holder } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { type Fields, inKeyOrder, isList, type Json, type KeyOrders, mapping } from '../../model/json.ts';
import type { Kind, Level, SpecIssue } from '../../model/kind.ts';
import { append } from '../../model/lists.ts';
import { remembered } from '../../model/remembered.ts';
import { isConforming } from '../yaml/conforming.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { buildFindingAt, type Path } from '../yaml/position.ts';
import type { CheckedFile } from './check.ts';
import { findValue } from './checked.ts';

/** A resource with its kind, for checks of several resources. */
export interface Declared {
  readonly kind: Kind;
  readonly resource: DesiredResource;
}

export interface Collected {
  /** Declared resources, each address once. Of two declarations, the first counts. */
  readonly declared: readonly Declared[];
  /** Each once. */
  readonly holders: readonly Holder[];
  readonly findings: readonly Finding[];
}

/** An occurrence of a kind in the document, with everything captured along its levels. */
interface Occurrence {
  readonly path: Path;
  /** Path of each level, starting with the outermost level. */
  readonly steps: readonly Path[];
  readonly captured: Fields;
  /** False if a part is faulty and was not captured. The occurrence then does not become a resource. */
  readonly sound: boolean;
}

export function collect(files: readonly CheckedFile[], kinds: readonly Kind[]): Collected {
  const findings: Finding[] = [];
  const first = new Map<string, Declared>();
  const orders: KeyOrders = [];
  for (const file of files) {
    for (const found of findResources(file, kinds, orders)) {
      append(findings, found.findings);
      if (found.declared === undefined) continue;
      const { resource } = found.declared;
      const earlier = first.get(resource.address);
      if (earlier === undefined) first.set(resource.address, found.declared);
      else findings.push(declaredTwice(resource, earlier.resource));
    }
  }
  return { declared: [...first.values()], holders: kinds.flatMap((kind) => listHolders(files, kind)), findings };
}

interface Found {
  readonly declared?: Declared;
  readonly findings: readonly Finding[];
}

/** Results of a file without interpolations and faults. Several accounts, and the pull that wrote the file, use the same results. */
const soundOnes = remembered((_: ParsedFile) => new Map<readonly Kind[], readonly Found[]>());

function findResources(file: CheckedFile, kinds: readonly Kind[], orders: KeyOrders): readonly Found[] {
  const { document, value } = file;
  if (value !== document.value || !isConforming(value) || file.faults.within([]))
    return [...walkResources(file, kinds, orders)];
  const known = soundOnes(document);
  const found = known.get(kinds) ?? [...walkResources(file, kinds, orders)];
  known.set(kinds, found);
  return found;
}

function* walkResources(file: CheckedFile, kinds: readonly Kind[], orders: KeyOrders): Generator<Found> {
  for (const kind of kinds) {
    for (const occurrence of occurrences(file, kind.levels)) {
      if (!occurrence.sound) {
        yield { findings: buildFindings(file, kind, occurrence, kind.checkGiven(occurrence.captured)) };
        continue;
      }
      const one = declareOccurrence(file, kind, occurrence, orders);
      if (one !== undefined) yield one;
    }
  }
}

function listHolders(files: readonly CheckedFile[], { name: kind, levels, holder }: Kind): readonly Holder[] {
  if (holder === undefined) return [];
  const entries = files.flatMap((file) => [...occurrences(file, levels.slice(0, 1))]);
  const names = new Set(entries.filter(({ sound }) => sound).map(({ captured }) => holder(captured)));
  return [...names].map((name) => ({ kind, name }));
}

function* occurrences(file: CheckedFile, levels: readonly Level[]): Generator<Occurrence> {
  const start: Occurrence = { path: [], steps: [], captured: {}, sound: true };
  yield* below(file, levels, 0, mapping(file.value) ?? {}, start);
}

function* below(
  file: CheckedFile,
  levels: readonly Level[],
  depth: number,
  holder: Fields,
  above: Occurrence,
): Generator<Occurrence> {
  const level = levels[depth];
  if (level === undefined) {
    yield above;
    return;
  }
  const container = Object.hasOwn(holder, level.key) ? holder[level.key] : undefined;
  for (const [key, entry] of listEntries(level, container)) {
    const path = [...above.path, level.key, key];
    const fields = mapping(entry);
    if (fields === undefined) continue;
    // Faulty parts have findings. A resource is created only from valid parts.
    const soundKey = !file.faults.at(path);
    const faulty = file.faults.within(path)
      ? Object.keys(level.fields).filter((name) => file.faults.within([...path, name]))
      : [];
    const captured: Record<string, Json> = { ...above.captured };
    if (level.capture !== undefined && typeof key === 'string' && soundKey) captured[level.capture.as] = key;
    for (const name of Object.keys(level.fields)) {
      if (!Object.hasOwn(fields, name)) continue;
      const value = fields[name] ?? null;
      const sound = faulty.includes(name) ? soundMembers(file, [...path, name], value) : value;
      if (sound !== undefined) captured[name] = sound;
    }
    const sound = above.sound && soundKey && faulty.length === 0;
    yield* below(file, levels, depth + 1, fields, { path, steps: [...above.steps, path], captured, sound });
  }
}

/** Returns the valid members of a mapping, so that they are checked too. Returns undefined for other values. */
function soundMembers({ faults }: CheckedFile, path: Path, value: Json): Json | undefined {
  const members = mapping(value);
  if (members === undefined || faults.at(path)) return undefined;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !faults.within([...path, name])));
}

function listEntries(level: Level, container: Json | undefined): Iterable<readonly [string | number, Json]> {
  if (level.each === 'item') return isList(container) ? container.entries() : [];
  return Object.entries(mapping(container) ?? {});
}

function declareOccurrence(
  file: CheckedFile,
  kind: Kind,
  occurrence: Occurrence,
  orders: KeyOrders,
): { readonly declared: Declared; readonly findings: readonly Finding[] } | undefined {
  const spec = kind.spec(occurrence.captured);
  if (spec === undefined) return undefined;
  const address = kind.address(spec);
  const issues = kind.check(spec);
  const findings = buildFindings(file, kind, occurrence, issues).map((finding) => ({ ...finding, address }));
  const provenance = file.document.position(occurrence.path, 'key');
  const overrides = listOverrides(file, kind, occurrence);
  const resource = {
    address,
    kind: kind.name,
    spec: inKeyOrder(spec, orders),
    provenance,
    ...defined({ overrides }),
  };
  return { declared: { kind, resource }, findings };
}

/** Returns undefined if the account overrides no part of the resource. */
function listOverrides(
  { document }: CheckedFile,
  { levels }: Kind,
  occurrence: Occurrence,
): DesiredResource['overrides'] {
  if (document.override === undefined) return undefined;
  const { path, steps } = occurrence;
  const whole = document.override(path);
  if (whole?.isWhole === true) return [{ account: whole.account, provenance: whole.provenance }];
  const found = levels.flatMap(({ fields }, at) =>
    Object.keys(fields).flatMap((field) => {
      const found = document.override?.([...(steps[at] ?? path), field]);
      return found === undefined ? [] : [{ account: found.account, field, provenance: found.provenance }];
    }),
  );
  return found.length === 0 ? undefined : found;
}

function buildFindings(
  { document, value }: CheckedFile,
  kind: Kind,
  occurrence: Occurrence,
  issues: readonly SpecIssue[],
): readonly Finding[] {
  return issues.map((issue) => {
    const { code, severity, message } = issue;
    const hint = issue.hint === undefined ? {} : { hint: issue.hint };
    const path = issuePath(kind, value, occurrence, issue);
    const at = path === undefined || occurrence.steps.includes(path) ? 'key' : 'value';
    return buildFindingAt(document, { code, severity, message, ...hint, path: path ?? occurrence.path, at });
  });
}

/** Returns the path of an issue. A field of the spec is at the resource, or at a level above it. */
function issuePath(kind: Kind, value: Json, { path, steps }: Occurrence, issue: SpecIssue): Path | undefined {
  const [field] = issue.path;
  if (field === undefined) return undefined;
  const step = steps.findLast((one) => findValue(value, [...one, field]) !== undefined);
  if (step !== undefined) return [...step, ...issue.path];
  const captured = kind.levels.findIndex((level) => level.capture?.as === field);
  return captured < 0 ? path : steps[captured];
}

function declaredTwice(second: DesiredResource, first: DesiredResource): Finding {
  const { address, provenance } = second;
  const message = `${address} is declared twice.`;
  const hint = 'Keep one of the two declarations.';
  return { code: 'declared-twice', severity: 'error', message, hint, address, provenance, related: first.provenance };
}
