/** Reads strings from replies of any form, and makes them safe to show on one line. */

import type { HttpReply } from '../contract/http.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the JSON object in a text. Returns undefined if the text is not JSON or not an object. */
export function parseObject(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns a member that is a non-empty string. */
export function findText(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns the objects in a member that is a list. */
export function listObjects(object: JsonObject | undefined, name: string): readonly JsonObject[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the text on one line, without control characters, with at most `most` characters. */
export function oneLine(text: string, most = 400): string {
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= most ? line : `${line.slice(0, most).trimEnd()}…`;
}

/** Describes a reply that is not JSON by its content type and the start of a page title, without its text. */
export function describePage(reply: HttpReply): string {
  if (reply.body.trim() === '') return 'an empty body';
  const type = oneLine(reply.headers['content-type']?.split(';')[0] ?? '', 60) || 'no content type';
  const title = /<title[^>]*>([^<]{1,400})/i.exec(reply.body.slice(0, 20_000))?.[1];
  const words = oneLine(title ?? '')
    .split(' ')
    .slice(0, 8)
    .join(' ');
  return `something that is not JSON (${type}${words === '' ? '' : `, titled “${oneLine(words, 80)}”`})`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
