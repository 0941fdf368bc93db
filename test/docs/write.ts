/** `npm run docs`: writes the generated pages. */

import { writeFileSync } from 'node:fs';
import { configurationPage } from './configuration.ts';
import { interfacePage } from './interface.ts';

const PAGES = { 'interface.md': interfacePage(), 'configuration.md': configurationPage() };
for (const [name, text] of Object.entries(PAGES)) {
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), text);
}
