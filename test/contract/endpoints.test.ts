import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/contract/assumptions.ts';
import { formatPath, listTemplates } from '../../src/contract/endpoints.ts';
import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';

describe('the endpoint table', () => {
  it('encodes path parameters so that no value adds a segment', () => {
    expect(formatPath('listProperties', { object_type: '../v1/x?y#z' })).toBe(
      '/properties/v2/..%2Fv1%2Fx%3Fy%23z/properties',
    );
    expect(() => formatPath('listProperties', { object_type: '..' })).toThrow(/object_type/);
    expect(() => formatPath('listProperties', {})).toThrow(/object_type/);
  });

  it('moves the paths of webhooks in version 2026-09', () => {
    const app = { appId: '2001' };
    const pinned = { ...DEFAULT_VERSIONS, webhooks: '2026-09', events: '2026-09' } as const;
    expect([formatPath('listSubscriptions', app), formatPath('createSubscription', app, pinned)]).toEqual([
      '/webhooks/2026-03/2001/subscriptions',
      '/app-webhooks/2026-09/2001/subscriptions',
    ]);
    expect(formatPath('listEventDefinitions', {}, pinned)).toBe('/events/2026-09/event-definitions');
    expect(listTemplates('readWebhookSettings')).toEqual([
      '/webhooks/2026-03/{appId}/settings',
      '/app-webhooks/2026-09/{appId}/settings',
    ]);
  });

  it('has the default version of a shared endpoint on the documented surface', () => {
    expect(listTemplates('createSubscription', 'documented')).toEqual(['/webhooks/2026-03/{appId}/subscriptions']);
  });
});

describe('the assumptions', () => {
  it('are numbered in order and are named in the code that depends on them', () => {
    const ids: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => !/^A\d\d$/.test(id))).toEqual([]);
    const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('assumptions.ts'))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .join('\n');
    expect(ASSUMPTIONS.filter(({ id }) => !source.includes(id)).map(({ id }) => id)).toEqual([]);
  });

  it('are each named in the pages, and pages and code name only these', () => {
    const ids: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    const named = (folder: string, ending: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(ending))
        .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').match(/\bA\d\d\b/g) ?? []);
    const pages = new Set(named('docs', '.md'));
    expect(ids.filter((id) => !pages.has(id))).toEqual([]);
    expect([...pages, ...named('src', '.ts')].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
