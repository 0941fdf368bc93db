/** The pipelines that every account starts with (interface 11.9). */

import type { StoredPipeline } from '../model/pipeline.ts';
import { savePipeline } from '../store/pipelines.ts';
import type { Db } from '../store/tables.ts';

/** True for the pipeline that an account starts with. It cannot be deleted. */
export function isDefaultPipeline(objectType: string, id: string): boolean {
  return DEFAULTS.some(([type, pipeline]) => type === objectType && pipeline.id === id);
}

export async function addDefaultPipelines(db: Db, hubId: number): Promise<void> {
  for (const [objectType, pipeline] of DEFAULTS) await savePipeline(db, hubId, objectType, pipeline);
}

type Row = readonly [id: string, label: string, value: string];

function defaultPipeline(id: string, label: string, member: string, rows: readonly Row[]): StoredPipeline {
  // Replies show the start of the epoch as the creation time of a default pipeline.
  const made = { createdAt: 0, updatedAt: 0 };
  const stages = rows.map(([stageId, stageLabel, value], displayOrder) => ({
    id: stageId,
    label: stageLabel,
    displayOrder,
    metadata: { [member]: value },
    writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT' as const,
    createdAt: 0,
  }));
  return { id, label, displayOrder: 0, stages, ...made };
}

const DEFAULTS: readonly (readonly [objectType: string, StoredPipeline])[] = [
  [
    'deals',
    defaultPipeline('default', 'Sales Pipeline', 'probability', [
      ['appointmentscheduled', 'Appointment Scheduled', '0.2'],
      ['qualifiedtobuy', 'Qualified To Buy', '0.4'],
      ['presentationscheduled', 'Presentation Scheduled', '0.6'],
      ['decisionmakerboughtin', 'Decision Maker Bought-In', '0.8'],
      ['contractsent', 'Contract Sent', '0.9'],
      ['closedwon', 'Closed Won', '1.0'],
      ['closedlost', 'Closed Lost', '0.0'],
    ]),
  ],
  [
    'tickets',
    defaultPipeline('0', 'Support Pipeline', 'ticketState', [
      ['1', 'New', 'OPEN'],
      ['2', 'Waiting on contact', 'OPEN'],
      ['3', 'Waiting on us', 'OPEN'],
      ['4', 'Closed', 'CLOSED'],
    ]),
  ],
];
