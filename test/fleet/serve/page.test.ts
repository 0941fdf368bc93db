import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import type { StatusPage } from '../../../src/fleet/serve/options.ts';
import { startStatusPage } from '../../../src/fleet/serve/start.ts';
import { beat } from '../../../src/fleet/store/worker-statements.ts';
import { HOSTILE, samplePlan } from '../../browser/samples.ts';
import { BACKEND, type Backend, backend } from '../databases.ts';
import { connectionLost, watched } from '../ledger/watched.ts';
import { plant, SHAPES } from '../read/planted.ts';

const ID = 'r/1 ü"<';
const AT = `/rollouts/${encodeURIComponent(ID)}`;

let place: Backend;
let database: Database;
let page: StatusPage;

beforeAll(async () => {
  place = await backend(BACKEND);
  database = await place.database();
  await plant(database, { id: ID, size: 1000, plan: JSON.stringify(samplePlan()) });
  await database.query(({ sql, of }) => sql`update ${of('target')} set message = ${HOSTILE} where hub_id = 1100`);
  page = await startStatusPage({ database, clock: systemClock });
});

afterAll(async () => {
  await page.close();
  await place.close();
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function get(path: string, { method = 'GET', headers = {}, of = page } = {}): Promise<Got> {
  return new Promise((done, failed) => {
    const asking = request(new URL(of.url), { method, path, headers }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
    });
    asking.on('error', failed);
    asking.end();
  });
}

describe('the pages', () => {
  it.each([
    ['/', 'Fleet', 'No worker is running.'],
    [AT, 'of commit 1f0c', 'gate.example'],
    [`${AT}/accounts?state=failed`, 'Accounts of', '2 shown; these are all.'],
    [`${AT}/accounts/1100`, 'Account 1100', '&lt;/script&gt;&lt;img src=x'],
    [`${AT}/clusters/${SHAPES[0]}`, 'Cluster 3f9a01c2: 800 accounts, safe', 'Changes (7)'],
  ])('%s', async (path, title, part) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(200);
    expect(body).toContain(title);
    expect(body).toContain(part);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'$/,
    );
    // Nothing from elsewhere, and nothing of what somebody else wrote as markup.
    expect(body.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')).not.toMatch(/(?:src|href|action)="(?!\/|#|data:)/);
    expect(body).not.toContain('<img');
    expect(body).not.toContain('secret-path');
  });

  it('leads from each page to the others', async () => {
    const seen = new Set<string>();
    const left = ['/'];
    for (let path = left.pop(); path !== undefined && seen.size < 40; path = left.pop()) {
      seen.add(path);
      const { status, body } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      for (const [, href = ''] of body.matchAll(/href="(\/[^"]*)"/g)) {
        const to = href.replaceAll('&amp;', '&');
        if (!seen.has(to) && !left.includes(to)) left.unshift(to);
      }
    }
    expect([...seen].filter((path) => path.includes('/accounts/')).length).toBeGreaterThan(5);
  });

  it('turns the pages of what was asked for', async () => {
    const first = await get(`${AT}/accounts?state=approved&limit=400`);
    expect(first.body).toContain('400 shown; there may be more.');
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first.body) ?? [];
    const second = await get(next.replaceAll('&amp;', '&'));
    expect(second.body).toContain('400 shown after');
    expect(second.body).toContain('First page');
  });
});

describe('JSON', () => {
  it('says the same below /api', async () => {
    const { body } = await get('/api');
    expect(JSON.parse(body)).toMatchObject({ rollouts: [{ rollout: ID, phase: 'rolling' }], next: null, workers: [] });
    const rollout = JSON.parse((await get(`/api${AT}`)).body);
    expect(rollout).toMatchObject({
      status: { rollout: ID, wave: 2 },
      clusters: [{ accounts: 800 }, { accounts: 200 }],
    });
    const accounts = JSON.parse((await get(`/api${AT}/accounts?wave=1&limit=3`)).body);
    expect(accounts).toMatchObject({ accounts: [{ hubId: 1001 }, { hubId: 1002 }, { hubId: 1003 }], next: 1003 });
    expect(JSON.parse((await get(`/api${AT}/accounts/1100`)).body)).toMatchObject({
      account: { message: HOSTILE },
      calls: [],
    });
    expect(JSON.parse((await get(`/api${AT}/clusters/3f9a01c2`)).body)).toMatchObject({
      cluster: { shape: SHAPES[0] },
      sample: { format: 'trueup.plan/1' },
    });
  });

  it('is not sent again while it says the same', async () => {
    for (const path of ['/', AT, `/api${AT}`, `/api${AT}/accounts`]) {
      const { headers } = await get(path);
      const again = await get(path, { headers: { 'if-none-match': String(headers['etag']) } });
      expect([path, again.status, again.body]).toEqual([path, 304, '']);
    }
    const other = await get(AT, { headers: { 'if-none-match': 'W/"other"' } });
    expect(other.status).toBe(200);
  });
});

describe('what is refused', () => {
  it.each([
    ['/nothing', 404, 'There is no such page.'],
    ['/rollouts/r9', 404, 'There is no rollout &quot;r9&quot;.'],
    [`${AT}/accounts/1`, 404, 'Account 1 is not in this rollout.'],
    [`${AT}/clusters/ffffffff`, 404, 'Cluster ffffffff is not in this rollout.'],
    [`${AT}/accounts?state=x&wave=0`, 400, 'state is none of planning'],
    [`${AT}/accounts?state=x&wave=0`, 400, 'wave is no whole number'],
    ['/?after=r9', 404, 'There is no rollout'],
    ['/rollouts/%ff', 404, 'There is no such page.'],
    ['/rollouts/%00', 404, ''],
    ['/../../etc/passwd', 404, ''],
    ['//evil.example/', 404, ''],
    ['http://evil.example/rollouts/x/y', 404, ''],
  ])('%s: %i', async (path, expected, words) => {
    const { status, body } = await get(path);
    expect(status).toBe(expected);
    expect(body).toContain(words);
  });

  it('says it in JSON below /api', async () => {
    const { status, body } = await get('/api/rollouts/r9');
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { code: 'rollout-unknown', message: 'There is no rollout "r9".' },
    ]);
  });

  it('shows nothing under a name that somebody else points here', async () => {
    const { status, body } = await get('/', { headers: { host: 'evil.example' } });
    expect(status).toBe(421);
    expect(body).not.toContain('Fleet');
    const named = await startStatusPage({ database, clock: systemClock, allowedHosts: ['fleet.internal'] });
    onTestFinished(() => named.close());
    expect((await get('/', { headers: { host: 'fleet.internal:80' }, of: named })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('changes nothing: %s', async (method) => {
    const { status, headers } = await get('/', { method });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await get('/', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  });

  it('names a port that is taken', async () => {
    const port = Number(new URL(page.url).port);
    await expect(startStatusPage({ database, clock: systemClock, port })).rejects.toMatchObject({
      code: 'cannot-listen',
    });
    await expect(startStatusPage({} as never)).rejects.toMatchObject({ code: 'options-missing' });
  });

  it('keeps what a failure of another kind says to itself', async () => {
    const broken = await startStatusPage({
      database: watched(database, async () => {
        throw new Error('password hunter2');
      }),
      clock: systemClock,
    });
    onTestFinished(() => broken.close());
    const { status, body } = await get('/', { of: broken });
    expect(status).toBe(500);
    expect(body).not.toContain('hunter2');
  });
});

describe('health', () => {
  test('is whether the database answers', async () => {
    const { status, headers, body } = await get('/healthz');
    expect([status, JSON.parse(body)]).toEqual([200, { healthy: true, database: 'answers', workers: 0 }]);
    expect(headers['cache-control']).toBe('no-store');
    const lost = await startStatusPage({
      database: watched(database, async () => {
        throw connectionLost();
      }),
      clock: systemClock,
    });
    onTestFinished(() => lost.close());
    const gone = await get('/healthz', { of: lost });
    expect([gone.status, JSON.parse(gone.body)]).toEqual([503, { healthy: false, database: 'database-unavailable' }]);
    expect((await get('/', { of: lost })).status).toBe(503);
  });

  test('of a worker is whether its own heartbeat is fresh', async () => {
    const own = await startStatusPage({ database, clock: systemClock, worker: 'w1' });
    onTestFinished(() => own.close());
    await database.query(beat('w1/w2/b', 60_000));
    expect((await get('/healthz', { of: own })).status).toBe(503);
    await database.query(beat('w1/a', 60_000));
    expect(JSON.parse((await get('/healthz', { of: own })).body)).toEqual({
      healthy: true,
      database: 'answers',
      workers: 2,
      heartbeat: true,
    });
    await database.query(beat('w1/a', -1));
    expect((await get('/healthz', { of: own })).status).toBe(503);
    await database.query(({ sql, of }) => sql`delete from ${of('worker')}`);
  });
});

test('metrics are numbers that Prometheus reads', async () => {
  const { headers, body } = await get('/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const label = 'rollout="r/1 ü\\"<"';
  for (const line of [
    `trueup_fleet_rollout{${label},kind="apply",phase="rolling"} 1`,
    `trueup_fleet_rollout_wave{${label}} 2`,
    `trueup_fleet_accounts{${label},wave="2",state="failed"} 2`,
    `trueup_fleet_accounts{${label},wave="3",state="approved"} 900`,
    `trueup_fleet_claims_total{${label}} 100`,
    `trueup_fleet_calls_total{${label}} 0`,
    '# TYPE trueup_fleet_claims_total counter',
    'trueup_fleet_workers 0',
  ])
    expect(body.split('\n')).toContain(line);
  for (const line of body.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
    expect(line).toMatch(/^[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\.)*"(,[a-z]+="(?:[^"\\\n]|\\.)*")*\})? -?[\d.]+$/);
});
