/** The page of one cluster: what a plan of it changes, with the filters of a report. */

import type { Sample } from '../../../model/rollout-report.ts';
import type { ReviewedCluster } from '../../../model/rollout-status.ts';
import { runPage } from '../../../report/html/browser/page.js';
import { html } from '../../../report/html/markup.ts';
import { page, policyOf } from '../../../report/html/page.ts';
import { sampleFilters, sampleRows } from '../../../report/html/rollout.ts';
import { treeMarkup } from '../../../report/html/tree.ts';
import { clusterNotes, clusterTitle } from '../../../report/text/rollout-words.ts';
import { queryOf } from '../filter.ts';
import { pathTo } from '../route.ts';
import { type Framed, pathMarkup, servedHead } from './frame.ts';

export interface ClusterData {
  readonly rollout: string;
  readonly cluster: ReviewedCluster;
  readonly sample: Sample;
  readonly now: number;
}

export function clusterPage({ rollout, cluster, sample, now }: ClusterData): Framed {
  const members = pathTo({ kind: 'accounts', rollout }) + queryOf({ shape: cluster.shape });
  const rows = sampleRows(sample, now);
  const text = page({
    title: clusterTitle(cluster),
    banner: pathMarkup([
      { href: '/', words: 'Fleet' },
      { href: pathTo({ kind: 'rollout', rollout }), words: `Rollout ${rollout}` },
    ]),
    skipTo: { id: 'changes', words: 'Skip to the changes' },
    header: html`<p>${clusterNotes(cluster)}</p><p><a href="${members}">Its accounts</a></p>`,
    main: html`<section aria-labelledby="changes">
<h2 id="changes" tabindex="-1">Changes (${rows.length})</h2>
${rows.length === 0 ? html`<p>Nothing to change.</p>` : html`${sampleFilters([sample], rows)}${treeMarkup(rows)}`}</section>
`,
    served: servedHead(false),
  });
  return { page: text, policy: policyOf(runPage, true) };
}
