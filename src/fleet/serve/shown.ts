/** What each view shows: read once, then said as a page or as JSON. */

import { UsageError } from '../../errors.ts';
import { eventOf } from '../read/report.ts';
import { filterOf } from './filter.ts';
import type { Serving } from './options.ts';
import { accountPage } from './pages/account.ts';
import { accountsPage } from './pages/accounts.ts';
import { clusterPage } from './pages/cluster.ts';
import { fleetPage } from './pages/fleet.ts';
import type { Framed } from './pages/frame.ts';
import { rolloutPage } from './pages/rollout.ts';
import { jsonReply, pageReply, type Reply } from './reply.ts';
import type { View } from './route.ts';

export interface Showing extends Pick<Serving, 'read' | 'clock'> {
  readonly query: URLSearchParams;
  readonly as: 'json' | 'page';
}

/** Rollouts on one page. */
const ROLLOUTS = 20;

/** Throws UsageError `rollout-unknown`, `not-in-rollout`, `argument-invalid`; DatabaseError. */
export async function shown(view: View, showing: Showing): Promise<Reply> {
  const { read, query, as } = showing;
  const reply = <Data>(data: Data, page: (data: Data) => Framed, same: unknown = data): Reply => {
    if (as === 'json') return jsonReply(data, 200, same);
    const framed = page(data);
    return pageReply(framed.page, framed.policy);
  };
  switch (view.kind) {
    case 'fleet': {
      const after = query.get('after') || undefined;
      const rollouts = await read.rollouts({ limit: ROLLOUTS, ...(after !== undefined && { after }) });
      const next = rollouts.length === ROLLOUTS ? (rollouts.at(-1)?.rollout ?? null) : null;
      return reply({ rollouts, next, workers: await read.workers() }, fleetPage);
    }
    case 'rollout': {
      const status = await read.status(view.rollout);
      const clusters = await read.clusters(view.rollout);
      const events = (await read.events(view.rollout)).flatMap(eventOf);
      // When it was read does not make it another one.
      return reply({ status, clusters, events }, rolloutPage, { ...status, at: null, clusters, events });
    }
    case 'accounts': {
      const { hubId, limit, ...filter } = filterOf(query);
      const status = await read.status(view.rollout);
      const one = hubId === undefined ? undefined : await read.account(view.rollout, hubId);
      const accounts =
        hubId === undefined ? await read.accounts(view.rollout, { ...filter, limit }) : one === undefined ? [] : [one];
      const next = accounts.length === limit ? (accounts.at(-1)?.hubId ?? null) : null;
      const clusters = as === 'page' ? await read.clusters(view.rollout) : [];
      return reply({ accounts, next }, (data) =>
        accountsPage({
          ...data,
          status,
          clusters,
          filter: { ...filter, limit, ...(hubId !== undefined && { hubId }) },
        }),
      );
    }
    case 'account': {
      const account = await read.account(view.rollout, view.hubId);
      if (account === undefined) throw notThere(`Account ${view.hubId}`);
      const calls = await read.calls(view.rollout, view.hubId);
      return reply({ account, calls }, (data) => accountPage({ ...data, rollout: view.rollout }));
    }
    case 'cluster': {
      const cluster = (await read.clusters(view.rollout)).find(({ shape }) => shape.startsWith(view.shape));
      const sample = cluster === undefined ? undefined : await read.sample(view.rollout, cluster.shape);
      if (cluster === undefined || sample === undefined) throw notThere(`Cluster ${view.shape}`);
      return reply({ cluster, sample }, (data) =>
        clusterPage({ ...data, rollout: view.rollout, now: showing.clock.now() }),
      );
    }
  }
}

function notThere(what: string): UsageError {
  return new UsageError('not-in-rollout', `${what} is not in this rollout.`, { hint: 'See what is.' });
}
