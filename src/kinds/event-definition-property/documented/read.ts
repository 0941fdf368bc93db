/** Event-definition properties cannot be read: they are known from the ledger only (interface 4.4). */

import type { Unsupported } from '../../../model/kind.ts';

export const reader: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that reads event-definition properties.',
  section: '4.4',
};
