/** `npm run docs`: writes the generated pages. */

import { writeFileSync } from 'node:fs';
import { interfacePage } from './interface.ts';

writeFileSync(new URL('../../docs/interface.md', import.meta.url), interfacePage());
