/** Defines a valid call of the timeline endpoint on the dated surface with every member, and its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_TIMELINE } from '../../src/contract/endpoints/dated-timeline.ts';

export const DATED_TIMELINE_CALLS = {
  sendDatedTimelineEvent: {
    endpoint: 'sendDatedTimelineEvent',
    params: {},
    body: {
      eventTypeName: 'template-1',
      id: 'order-18',
      properties: { total: '10' },
      objectId: '5',
      objectTypeFullyQualifiedName: 'contacts',
      email: 'ada@example.com',
      utk: 'visitor-1',
      domain: 'shop.example',
      extraData: { note: 'x' },
      timelineIFrame: { headerLabel: 'H', linkLabel: 'L', url: 'https://shop.example', width: 10, height: 10 },
      timestamp: '2026-01-31T09:30:00Z',
    },
  },
} as const satisfies { readonly [E in keyof typeof DATED_TIMELINE]: TypedCall<E> };

export const DATED_TIMELINE_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  sendDatedTimelineEvent: ['POST', '/integrators/timeline/2026-03/events', 'application/json', true],
};
