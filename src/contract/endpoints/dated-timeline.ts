/** Timeline events on the dated surface (interface 11.8). */

import { DatedTimelineEvent, DatedTimelineReply } from '../dated-timeline.ts';
import type { Endpoint } from '../endpoint.ts';
import { json } from './dated.ts';

export const DATED_TIMELINE = {
  sendDatedTimelineEvent: {
    ...json,
    version: 'timeline',
    method: 'POST',
    path: '/integrators/timeline/{version}/events',
    effect: 'natural-key-create',
    body: DatedTimelineEvent,
    reply: DatedTimelineReply,
    status: 201,
    section: '11.8',
  },
} as const satisfies Record<string, Endpoint>;
