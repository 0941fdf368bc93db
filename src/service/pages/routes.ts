/** The pages for people: the account's contents at `/`, consent at the install URL. */

import type { FastifyInstance } from 'fastify';
import { takeSnapshot } from '../data/snapshot.ts';
import type { CallContext } from '../http/handle-call.ts';
import { listRows } from '../store/rows.ts';
import { addAuthorizePages } from './authorize.ts';
import { homePage, SHOWN_CALLS } from './home.ts';
import { pageHeaders } from './html.ts';

export function addPages(app: FastifyInstance, context: CallContext): void {
  addAuthorizePages(app, context);
  app.get('/', async (request, reply) => {
    const { hubId } = request.query as { readonly hubId?: string };
    const accounts = await listRows(context.db, 'accounts', {});
    const account = hubId === undefined ? accounts[0] : accounts.find(({ hub_id }) => String(hub_id) === hubId);
    const chosen = account === undefined ? undefined : await takeSnapshot(context.db, account.hub_id);
    return reply
      .headers(pageHeaders())
      .send(homePage({ accounts, chosen, calls: context.calls.last(SHOWN_CALLS), count: context.calls.count() }));
  });
}
