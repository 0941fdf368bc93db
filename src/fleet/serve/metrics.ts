/** Metrics of a fleet in the text form that Prometheus reads. */

import { type MeasuredFleet, type MeasuredRollout, measureFleet, measureRollouts } from '../read/metric-statements.ts';
import type { Serving } from './options.ts';
import { type Reply, textReply } from './reply.ts';

export async function metricsReply({ database }: Pick<Serving, 'database'>): Promise<Reply> {
  const rollouts = await database.query(measureRollouts());
  const [fleet] = await database.query(measureFleet());
  return textReply(metricsText(rollouts, fleet), 200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
}

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

function metricsText(rollouts: readonly MeasuredRollout[], fleet: MeasuredFleet | undefined): string {
  return [...rolloutMetrics(rollouts), ...fleetMetrics(fleet)].map(textOf).join('');
}

function rolloutMetrics(rollouts: readonly MeasuredRollout[]): readonly Metric[] {
  const each = (value: (rollout: MeasuredRollout) => number): readonly Sample[] =>
    rollouts.map((rollout) => ({ labels: { rollout: rollout.id }, value: value(rollout) }));
  return [
    {
      name: 'trueup_fleet_rollout',
      type: 'gauge',
      help: 'Rollouts that are not over or were made within a day, each 1 in its phase.',
      samples: rollouts.map(({ id, kind, phase }) => ({ labels: { rollout: id, kind, phase }, value: 1 })),
    },
    {
      name: 'trueup_fleet_rollout_wave',
      type: 'gauge',
      help: 'The last open wave, from 1; 0 before the first.',
      samples: each(({ wave }) => wave + 1),
    },
    {
      name: 'trueup_fleet_accounts',
      type: 'gauge',
      help: 'Accounts by wave and state; wave 0 is none.',
      samples: rollouts.flatMap(({ id, tally }) =>
        tally.map(({ wave, state, accounts }) => ({ labels: { rollout: id, wave: wave + 1, state }, value: accounts })),
      ),
    },
    {
      name: 'trueup_fleet_claims_total',
      type: 'counter',
      help: 'How often an account was given to a worker.',
      samples: each(({ claims }) => claims),
    },
    {
      name: 'trueup_fleet_runs_total',
      type: 'counter',
      help: 'Runs that wrote to an account.',
      samples: each(({ runs }) => runs),
    },
    {
      name: 'trueup_fleet_calls_total',
      type: 'counter',
      help: 'Calls to the service that planned and ran accounts.',
      samples: each(({ calls }) => calls),
    },
    {
      name: 'trueup_fleet_workers_lost',
      type: 'gauge',
      help: 'How often a worker ended while it had an account, since the account was last tried again.',
      samples: each(({ lost }) => lost),
    },
  ];
}

function fleetMetrics(fleet: MeasuredFleet | undefined): readonly Metric[] {
  const by = (label: string, counts: Readonly<Record<string, number>> | null | undefined): readonly Sample[] =>
    Object.entries(counts ?? {}).map(([value, count]) => ({ labels: { [label]: value }, value: count }));
  return [
    {
      name: 'trueup_fleet_workers',
      type: 'gauge',
      help: 'Workers that send heartbeats.',
      samples: [{ value: fleet?.workers ?? 0 }],
    },
    {
      name: 'trueup_fleet_installations',
      type: 'gauge',
      help: 'Accounts that have the app, by the state of their installation.',
      samples: by('state', fleet?.installations),
    },
    {
      name: 'trueup_fleet_budget_calls',
      type: 'gauge',
      help: 'Calls that were left of a budget when it was last charged; below zero, nothing of it is started.',
      samples: by('scope', fleet?.budgets),
    },
  ];
}

/** A metric without samples is left out. */
function textOf({ name, type, help, samples }: Metric): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
