/** The nearest valid spelling of a name that has an invalid form. */

/** Returns undefined if no spelling fits. */
export function nearForm(text: string, fits: (spelling: string) => boolean): string | undefined {
  const spelling = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return spelling !== text && fits(spelling) ? spelling : undefined;
}
