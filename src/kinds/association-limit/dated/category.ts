/**
 * Returns the category of an association type in the spelling of the dated surface, from any spelling of a file or a record (assumption
 * A14).
 */

export function datedCategory(category: string): string {
  return category === 'SERVICE_DEFINED' ? 'HUBSPOT_DEFINED' : category;
}
