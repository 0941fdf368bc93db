/** Timeline events from a text: a YAML list, or one JSON object per line; every one checked before any is sent. */

import { compose, isSeq, rangeOf } from '../../config/parse.ts';
import { LegacyTimelineEvent, TimelineEvent } from '../../contract/timeline.ts';
import type { Finding, Provenance } from '../../model/finding.ts';

export interface ReadEvent {
  readonly event: TimelineEvent | LegacyTimelineEvent;
  readonly provenance: Provenance;
}

export interface ReadEvents {
  readonly events: readonly ReadEvent[];
  readonly findings: readonly Finding[];
}

interface Raw {
  readonly value: unknown;
  readonly provenance: Provenance;
}

export function readEvents(text: string, file: string, legacy: boolean): ReadEvents {
  const raw = looksLikeLines(text, file) ? fromLines(text, file) : fromYaml(text, file);
  const checked = raw.items.map((item) => check(item, legacy));
  const events = checked.flatMap(({ event }) => (event === undefined ? [] : [event]));
  return {
    events,
    findings: [...raw.findings, ...checked.flatMap(({ findings }) => findings), ...repeatedIds(events)],
  };
}

/** Whether sending the event again makes a second one: nothing, or something new each time, is its id. */
export function isRepeatable(event: TimelineEvent | LegacyTimelineEvent): boolean {
  return event.id !== undefined && !event.id.includes('{{uuid}}');
}

function looksLikeLines(text: string, file: string): boolean {
  if (/\.(ndjson|jsonl)$/i.test(file)) return true;
  return !/\.(ya?ml|json)$/i.test(file) && text.trimStart().startsWith('{');
}

function fromLines(text: string, file: string): { items: readonly Raw[]; findings: readonly Finding[] } {
  const items: Raw[] = [];
  const findings: Finding[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const provenance = { file, line: index + 1, column: 1 };
    try {
      items.push({ value: JSON.parse(line), provenance });
    } catch {
      findings.push(error('event-not-json', 'The line is not one JSON object.', provenance));
    }
  }
  return { items, findings };
}

function fromYaml(text: string, file: string): { items: readonly Raw[]; findings: readonly Finding[] } {
  const { documents, position, tooDeep } = compose(text);
  const at = (offset: number): Provenance => ({ file, ...position(offset) });
  if (tooDeep !== undefined) return { items: [], findings: [error('yaml-depth', 'It nests too deeply.', at(tooDeep))] };
  const broken = documents.flatMap((document) => document.errors);
  if (broken.length > 0) {
    return { items: [], findings: broken.map((issue) => error('yaml-invalid', issue.message, at(issue.pos[0]))) };
  }
  const [document] = documents;
  if (document === undefined || !isSeq(document.contents)) {
    return {
      items: [],
      findings: [error('events-not-a-list', 'The file is expected to hold a list of events.', at(0))],
    };
  }
  const items = document.contents.items.map((node) => ({
    // Aliases stand for what their anchors hold, within the library's bound.
    value: typeof node === 'object' && node !== null && 'toJS' in node ? toValue(node, document) : undefined,
    provenance: at(rangeOf(node)?.[0] ?? 0),
  }));
  return { items, findings: [] };
}

function toValue(node: object, document: unknown): unknown {
  return 'toJS' in node && typeof node.toJS === 'function' ? node.toJS(document) : undefined;
}

function check(raw: Raw, legacy: boolean): { event: ReadEvent | undefined; findings: readonly Finding[] } {
  const { value, provenance } = raw;
  const parsed = (legacy ? LegacyTimelineEvent : TimelineEvent).safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => {
      const where = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
      return error('event-invalid', `${where}${issue.message}.`, provenance);
    });
    return { event: undefined, findings: issues };
  }
  const event = { event: parsed.data, provenance };
  if (!('eventTemplateId' in parsed.data)) return { event, findings: [] };
  const { objectId, email, utk } = parsed.data;
  if (objectId ?? email ?? utk) return { event, findings: [] };
  return {
    event,
    findings: [
      error(
        'event-without-record',
        'Nothing says which record it belongs to.',
        provenance,
        'Give objectId; for contacts email or utk will do (spec 2.7).',
      ),
    ],
  };
}

/** The second one would take the first one's place, or move it (spec 2.7). */
function repeatedIds(events: readonly ReadEvent[]): readonly Finding[] {
  const first = new Map<string, Provenance>();
  return events.flatMap(({ event, provenance }) => {
    if (!isRepeatable(event)) return [];
    const type = 'eventTemplateId' in event ? event.eventTemplateId : event.eventTypeId;
    const key = JSON.stringify([type, event.id]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, provenance);
      return [];
    }
    const message = `The id ${JSON.stringify(event.id)} was used before: only one of both events would remain.`;
    return [{ code: 'event-id-repeated', severity: 'error', message, provenance, related: earlier } as const];
  });
}

function error(code: string, message: string, provenance: Provenance, hint?: string): Finding {
  return { code, severity: 'error', message, provenance, ...(hint === undefined ? {} : { hint }) };
}
