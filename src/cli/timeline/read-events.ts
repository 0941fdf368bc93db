/** Timeline events from a text: a YAML list, or one JSON object per line; all are checked before any is sent. */

import type { z } from 'zod';
import { describeProblems, silent, withoutConsequences } from '../../config/check/issues.ts';
import { buildFindingAt, type Path, type Problem } from '../../config/yaml/position.ts';
import { DatedTimelineEvent } from '../../contract/dated-timeline.ts';
import { lazy } from '../../contract/lazy.ts';
import { type Issue, parseWith } from '../../contract/parse-with.ts';
import { LegacyTimelineEvent, TimelineEvent } from '../../contract/timeline.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { isList, type Json } from '../../model/json.ts';
import { type ListedItem, type ListedItems, listedItems } from '../listed-items.ts';

/** The forms of an event, by the endpoint that takes them. On the dated surface an id that is left out is made here. */
const SCHEMAS = {
  v3: TimelineEvent,
  legacy: LegacyTimelineEvent,
  dated: lazy(() => DatedTimelineEvent().partial({ id: true })),
} as const;

export type EventForm = keyof typeof SCHEMAS;
type EventSchema = ReturnType<(typeof SCHEMAS)[EventForm]>;
type TimelineEventOf = z.infer<EventSchema>;

export interface ReadEvent {
  readonly event: TimelineEventOf;
  readonly provenance: Provenance;
}

export interface ReadEvents {
  readonly events: readonly ReadEvent[];
  readonly findings: readonly Finding[];
}

export function readEvents(text: string, file: string, form: EventForm): ReadEvents {
  const raw = listedItems(text, file);
  const checked = raw.items.map((item) => check(item, SCHEMAS[form]()));
  const events = checked.flatMap(({ event }) => (event === undefined ? [] : [event]));
  return {
    events,
    findings: [
      ...raw.findings,
      ...raw.faults.map(buildFaultFinding),
      ...checked.flatMap(({ findings }) => findings),
      ...repeatedIds(events),
    ],
  };
}

/** Whether sending the event again creates a second one: it has no id, or a new one each time. */
export function isRepeatable(event: TimelineEventOf): boolean {
  return event.id !== undefined && !event.id.includes('{{uuid}}');
}

function buildFaultFinding({ fault, provenance }: ListedItems['faults'][number]): Finding {
  switch (fault) {
    case 'line': {
      const hint = 'Write each event on one line; a file that ends in .yaml holds a list.';
      return error('event-not-json', 'The line is not a JSON object.', provenance, hint);
    }
    case 'list': {
      const hint = 'Start each event with a dash.';
      return error('events-not-a-list', 'The file must contain a list of events.', provenance, hint);
    }
  }
}

function check(raw: ListedItem, schema: EventSchema): { event: ReadEvent | undefined; findings: readonly Finding[] } {
  const { value, provenance } = raw;
  const nowhere = namesNoRecord(value) ? [withoutRecord(provenance)] : [];
  const parsed = parseWith(schema, value, silent);
  const document = lazy(raw.document);
  const misfits = parsed.success ? [] : listMisfits({ document: document(), schema, value }, parsed.issues);
  const problems = [...misfits, ...roundedNumbers(value, [])]
    // Already reported more precisely: a record can be identified in three ways.
    .filter(({ code, path }) => nowhere.length === 0 || code !== 'missing-key' || path.at(-1) !== 'objectId');
  return {
    event: parsed.success && problems.length === 0 ? { event: parsed.data, provenance } : undefined,
    findings: [...nowhere, ...problems.map((problem) => buildFindingAt(document(), problem))],
  };
}

/** Finds the whole numbers that JavaScript cannot hold. They would be sent with another value (interface 2.7; assumption A37). */
function roundedNumbers(value: Json, path: Path): readonly Problem[] {
  if (typeof value === 'number') {
    // The schema refuses a number that is not finite.
    if (!Number.isFinite(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return [];
    const message = 'The number is too large to be sent as it is written.';
    const hint = 'Put it in quotes to send it as a string.';
    return [{ code: 'number-rounded', severity: 'error', path, at: 'value', message, hint }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.flatMap((item, index) => roundedNumbers(item, [...path, index]));
  return Object.entries(value).flatMap(([name, member]) => roundedNumbers(member, [...path, name]));
}

function listMisfits(checked: Parameters<typeof describeProblems>[0], issues: readonly Issue[]): readonly Problem[] {
  return withoutConsequences(checked, describeProblems(checked, issues));
}

function namesNoRecord(value: Json): boolean {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  return !['objectId', 'email', 'utk'].some((name) => Object.hasOwn(value, name) && value[name] !== '');
}

function withoutRecord(provenance: Provenance): Finding {
  const hint = 'Set objectId; for contacts, email or utk also works.';
  return error('event-without-record', 'The event does not identify its record.', provenance, hint);
}

function readEventType(event: TimelineEventOf): string {
  if ('eventTemplateId' in event) return event.eventTemplateId;
  return 'eventTypeId' in event ? event.eventTypeId : event.eventTypeName;
}

/** The second one would replace the first, or move it (interface 2.7), or be refused (11.8). */
function repeatedIds(events: readonly ReadEvent[]): readonly Finding[] {
  const first = new Map<string, Provenance>();
  return events.flatMap(({ event, provenance }) => {
    if (!isRepeatable(event)) return [];
    const key = JSON.stringify([readEventType(event), event.id]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, provenance);
      return [];
    }
    const message = `Duplicate id ${JSON.stringify(event.id)}: only one of the two events would remain.`;
    const hint = 'Give each event its own id.';
    return [{ code: 'event-id-repeated', severity: 'error', message, hint, provenance, related: earlier } as const];
  });
}

function error(code: string, message: string, provenance: Provenance, hint: string): Finding {
  return { code, severity: 'error', message, provenance, hint };
}
