/** The webhooks file of an app that an export replaces: what it has that the new one would not have. */

import { UsageError } from '../errors.ts';
import { equalJson, isList, type Json, mapping } from '../model/json.ts';
import type { WebhooksFile } from '../report/documents/webhooks-file.ts';
import { textOf } from './save.ts';

export interface WebhooksBefore {
  readonly uid: string | undefined;
  /** Of the new file: subscriptions that are gone, and members that it has no place for, each in words. */
  lost(file: WebhooksFile): readonly string[];
  /** Subscriptions that are switched on or off. */
  switched(file: WebhooksFile): readonly string[];
  /** Settings that get another value, each with the value of before. */
  changed(file: WebhooksFile): readonly string[];
}

/** Undefined where nothing is there. Throws UsageError for any other file: a mistyped `-o trueup.yaml` must not cost a configuration. */
export async function webhooksBefore(path: string): Promise<WebhooksBefore | undefined> {
  const text = await textOf(path);
  if (text === undefined || text.trim() === '') return undefined;
  const before = parsed(text);
  if (before?.['type'] !== 'webhooks') {
    throw new UsageError(
      'not-a-webhooks-file',
      `${path} exists and is not the webhooks file of an app, so it is not replaced.`,
      { hint: 'Choose another file for -o.' },
    );
  }
  const { uid } = before;
  const entries = entriesOf(before);
  return {
    uid: typeof uid === 'string' ? uid : undefined,
    lost(file) {
      const now = entriesOf(file).map(nameOf);
      const gone = entries.map(nameOf).filter((name) => !now.includes(name));
      return [...gone, ...membersBeyond(before, file), ...otherForms(before)];
    },
    changed({ config: { settings } }) {
      const had = mapping(mapping(before['config'])?.['settings']) ?? {};
      return Object.entries(settings).flatMap(([name, now]) => {
        const was = had[name];
        return was === undefined || equalJson(was, now) ? [] : [`config.settings.${name} was ${JSON.stringify(was)}`];
      });
    },
    switched(file) {
      const now = new Map(entriesOf(file).map((entry) => [nameOf(entry), entry.active]));
      return entries.flatMap((entry) => {
        const active = now.get(nameOf(entry));
        return active === undefined || equalJson(active, entry.active) ? [] : [nameOf(entry)];
      });
    },
  };
}

interface Entry {
  readonly list: string;
  readonly fields: Readonly<Record<string, Json>>;
  readonly active: Json;
}

function parsed(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    return mapping(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function entriesOf(file: Readonly<Record<string, Json>> | WebhooksFile): readonly Entry[] {
  const lists = mapping(mapping(file['config'] as Json)?.['subscriptions']) ?? {};
  return Object.entries(lists).flatMap(([list, items]) =>
    (isList(items) ? items : []).map((item): Entry => {
      const { active = true, ...fields } = mapping(item) ?? {};
      return { list, fields, active };
    }),
  );
}

/** `hubEvents: contact.privacyDeletion`, with what else it is told apart by. */
function nameOf({ list, fields }: Entry): string {
  const { subscriptionType, ...others } = fields;
  const more = Object.entries(others).map(([name, value]) => ` ${name} ${String(value)}`);
  return `${list}: ${String(subscriptionType)}${more.sort().join('')}`;
}

/** At the top, in `config` and in its settings. */
function membersBeyond(before: Readonly<Record<string, Json>>, file: WebhooksFile): readonly string[] {
  const levels = [
    ['', before, file],
    ['config.', mapping(before['config']), file.config],
    ['config.settings.', mapping(mapping(before['config'])?.['settings']), file.config.settings],
  ] as const;
  return levels.flatMap(([at, had = {}, has]) =>
    Object.keys(had)
      .filter((key) => !Object.hasOwn(has, key))
      .map((key) => `${at}${key}`),
  );
}

/** What is there and is not of the form that the new file has, so that nothing in it was looked at. */
function otherForms(before: Readonly<Record<string, Json>>): readonly string[] {
  const config = mapping(before['config']);
  const lists = mapping(config?.['subscriptions']);
  const places = [
    ['config', before['config'], config],
    ['config.settings', config?.['settings'], mapping(config?.['settings'])],
    ['config.subscriptions', config?.['subscriptions'], lists],
    ...Object.entries(lists ?? {}).map(
      ([name, list]) => [`config.subscriptions.${name}`, list, isList(list) ? list : undefined] as const,
    ),
  ] as const;
  return places.flatMap(([at, there, form]) => (there === undefined || form !== undefined ? [] : [at]));
}
