/** The special characters of HTML as entities: one table for everything that writes, or recognizes, HTML. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML content and quoted attribute values. */
export function withEntities(text: string): string {
  return text.replace(/[&<>"']/g, entity);
}

/** Escapes a text for content only, such as Markdown, and leaves quotes unchanged. */
export function withMarkupEntities(text: string): string {
  return text.replace(/[&<>]/g, entity);
}

function entity(sign: string): string {
  return ENTITIES[sign] ?? sign;
}
