/** `trueup docs`: writes the data dictionary of what is declared, offline. */

import { dirname, relative, resolve } from 'node:path';
import { catalogueOf } from '../../report/catalogue/catalogue.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import { type GeneratedFlags, giveGenerated } from '../generated.ts';
import { formOf } from '../out-form.ts';

export interface DocsFlags extends GeneratedFlags {
  readonly format?: 'markdown' | 'html';
}

export async function docs(context: Context, flags: DocsFlags): Promise<number> {
  const format = formOf(flags, { markdown: ['.md', '.markdown'], html: ['.html', '.htm'] }) ?? 'markdown';
  const { account, resources } = await declaredIn(context, flags);
  const catalogue = catalogueOf(resources);
  if (format === 'html') {
    const { dictionaryHtml } = await import('../../report/html/dictionary.ts');
    return giveGenerated(context, flags, 'docs', dictionaryHtml(catalogue, account.name));
  }
  const { cwd } = context.world;
  const folder = flags.out === undefined ? cwd : dirname(resolve(cwd, flags.out));
  const linkTo = (file: string): string => relative(folder, resolve(cwd, file)).replaceAll('\\', '/');
  const { dictionaryMarkdown } = await import('../../report/markdown/dictionary.ts');
  return giveGenerated(context, flags, 'docs', dictionaryMarkdown(catalogue, { account: account.name, linkTo }));
}
