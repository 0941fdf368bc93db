/** `trueup graph`: draws what is declared, as Mermaid or as an SVG image, offline. */

import { catalogueOf } from '../../report/catalogue/catalogue.ts';
import type { Detail } from '../../report/graph/parts.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import { type GeneratedFlags, giveGenerated } from '../generated.ts';
import { formOf } from '../out-form.ts';

export interface GraphFlags extends GeneratedFlags {
  readonly format?: 'mermaid' | 'svg';
  readonly detail: Detail;
}

export async function graph(context: Context, flags: GraphFlags): Promise<number> {
  const format = formOf(flags, { mermaid: ['.mmd', '.mermaid'], svg: ['.svg'] }) ?? 'mermaid';
  const { account, resources } = await declaredIn(context, flags);
  const catalogue = catalogueOf(resources);
  if (format === 'svg') {
    const { svgText } = await import('../../report/graph/svg.ts');
    return giveGenerated(context, flags, 'graph', svgText(catalogue, flags.detail, `Schema of ${account.name}`));
  }
  const { mermaidText } = await import('../../report/graph/mermaid.ts');
  return giveGenerated(context, flags, 'graph', mermaidText(catalogue, flags.detail));
}
