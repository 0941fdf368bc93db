/** Association limits cannot be read; only the replies to their batches show them (interface 4.5). */

import type { Unsupported } from '../../../model/kind.ts';

export const reader: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that reads association limits.',
  section: '4.5',
};
