/** The category of an association type as the dated surface spells it, whatever the spelling of a file or a record (assumption A14). */

export function datedCategory(category: string): string {
  return category === 'SERVICE_DEFINED' ? 'HUBSPOT_DEFINED' : category;
}
