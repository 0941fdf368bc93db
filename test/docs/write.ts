/** `npm run docs`: writes the generated pages. */

import { writeFileSync } from 'node:fs';
import { configurationPage } from './configuration.ts';
import { flagsPage } from './flags.ts';
import { interfacePage } from './interface.ts';

const PAGES = { 'interface.md': interfacePage(), 'configuration.md': configurationPage(), 'flags.md': flagsPage() };
for (const [name, text] of Object.entries(PAGES)) {
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), text);
}
