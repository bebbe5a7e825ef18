/** docs/configuration.md names how many connections each process opens, and deploy/chart the sum of a cluster. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_CONNECTIONS, LOCK_CONNECTIONS } from '@shop/jobs/worker';
import { serviceEnvSchema } from '@shop/service-kit';
import { parse } from 'yaml';
import { SERVICES_WITH_DATABASES } from '../../ops/shop/service-databases.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** One for the outbox, and one for each class that listens to changes of rows. */
const countListeners = (app: string): number =>
  1 +
  globSync(`apps/${app}/src/**/*.ts`, { cwd: ROOT }).filter((file) => /\bextends RowChangeListener\b/.test(read(file)))
    .length;

interface Row {
  app: string;
  /** Queries, jobs, locks, LISTEN; the sum; the sum with ROLE=web. */
  counts: number[];
  sum: number;
  web: number;
}

function toRow(app: string): Row {
  const queries = serviceEnvSchema.shape.DATABASE_POOL.parse(undefined);
  const listeners = countListeners(app);
  const sum = queries + JOB_CONNECTIONS + LOCK_CONNECTIONS + listeners;
  const web = queries + listeners;
  return { app, counts: [queries, JOB_CONNECTIONS, LOCK_CONNECTIONS, listeners, sum, web], sum, web };
}

interface Scaled {
  autoscaling: { max: number };
  worker?: { autoscaling: { max: number } };
}

describe('the connections to PostgreSQL', () => {
  const rows = SERVICES_WITH_DATABASES.map(toRow);

  it('of each process are those of docs/configuration.md', () => {
    const [, section = ''] = read('docs/configuration.md').split('## Connections to PostgreSQL');
    const documented = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z]+-svc)` \|(.*)\|$/gm)];
    expect(documented.map(([, app, cells = '']) => [app, ...cells.split('|').map(Number)])).toEqual(
      rows.map(({ app, counts }) => [app, ...counts]),
    );
  });

  it('of an autoscaled cluster are those of the chart', () => {
    const { apps } = parse(read('deploy/chart/sets/autoscaled.yaml')) as { apps: Record<string, Scaled> };
    const sums = rows.map(({ app, sum, web }) => {
      const { autoscaling, worker } = apps[app] as Scaled;
      return worker ? autoscaling.max * web + worker.autoscaling.max * sum : autoscaling.max * sum;
    });
    const sum = sums.reduce((total, one) => total + one);
    expect(read('deploy/chart/README.md')).toContain(`: ${sum} connections with the \`max\` of the set`);
    expect(read('deploy/chart/sets/autoscaled.yaml')).toContain(`the services open ${sum} connections`);
  });
});
