/** `trueup types`: writes TypeScript types of what is declared, offline. */

import { catalogueOf } from '../../report/catalogue/catalogue.ts';
import { typesText } from '../../report/types/types.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import { type GeneratedFlags, giveGenerated } from '../generated.ts';
import { formOf } from '../out-form.ts';

export async function types(context: Context, flags: GeneratedFlags): Promise<number> {
  formOf(flags, { typescript: ['.ts', '.mts', '.cts'] });
  const { resources } = await declaredIn(context, flags);
  return giveGenerated(context, flags, 'types', typesText(catalogueOf(resources)));
}
