import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EventMetrics } from '@shop/messaging';
import { addPartMetrics, createMetricsRegistry, Readiness } from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { parse } from 'yaml';

/** Counters and gauges that features add. Their own tests read each of them from `/metrics`. */
const OF_FEATURES = [
  'http_request_duration_seconds',
  'orders_paid_total',
  'artworks_drawn_total',
  'emails_sent_total',
  'payments_stopped_total',
  'payment_webhooks_unusable_total',
  'fulfilment_holds_opened_total',
  'second_factor_failures_total',
  'customers_listed_total',
  'refunds_by_admins_total',
  'audit_trail_breaks',
  'audit_trail_entries',
  'audit_trail_unchecked_seconds',
  'released_routes_behind',
  'web_release_behind',
];

const database = { options: { type: 'postgres' }, query: () => Promise.resolve([]) } as unknown as DataSource;
const registry = createMetricsRegistry('order-svc', '1.0.0', {
  dataSource: database,
  events: new EventMetrics(database),
  jobs: { runs: new Map() },
});
addPartMetrics(registry, new Readiness());
const existing = new Set(['up', ...OF_FEATURES, ...registry.getMetricsAsArray().map(({ name }) => name)]);

/** Names in a PromQL expression: words with an underscore outside of quotes and label lists, and `up`. */
const metricsOf = (expression: string): string[] =>
  (expression.replace(/\{[^}]*\}|\bby \([^)]*\)/g, '').match(/\b(?:up|[a-z]+(?:_[a-z0-9]+)+)\b/g) ?? [])
    .filter((word) => !['histogram_quantile', 'max_over_time'].includes(word))
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));

/** Labels that Prometheus adds, which differ between the replicas of a service. */
const OF_REPLICAS = ['instance', 'pod', 'pod_ip', 'node', 'container', 'endpoint'];

/** Whether no series of the result is that of one replica: each metric is in a sum, maximum or count, by labels that replicas share. */
function joinsReplicas(expression: string): boolean {
  const BY = /\bby\s*\(([^)]*)\)/g;
  const plain = expression.replace(/\{[^}]*\}/g, '');
  const labels = [...plain.matchAll(BY)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim()));
  if (labels.some((label) => OF_REPLICAS.includes(label)) || /\bwithout\b/.test(plain)) return false;
  // From the innermost brackets outwards: an aggregation becomes a number, and a function what it takes.
  const collapse = (text: string): string => {
    const outer = text.replace(/\b([a-z_]*)\s*\(([^()]*)\)/, (_, name: string, inner: string) =>
      ['sum', 'max', 'count'].includes(name) ? ' 1 ' : ` ${inner} `,
    );
    return outer === text ? text : collapse(outer);
  };
  return metricsOf(collapse(plain.replace(BY, ''))).length === 0;
}

const read = (path: string): string => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
const { groups } = parse(read('chart/monitoring/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('chart/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

describe('monitoring', () => {
  it.each([
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ])('%s uses metrics that exist, and joins the replicas of a service', (_, expression) => {
    expect(joinsReplicas(expression)).toBe(true);
    const names = metricsOf(expression);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !existing.has(name))).toEqual([]);
  });

  it.each([
    'events_dead_letters > 0',
    'max by (instance) (events_dead_letters) > 0',
    'max by (service, pod) (events_dead_letters) > 0',
    'max without (service) (events_dead_letters) > 0',
    'topk(5, rate(events_retries_total[5m]))',
    'sum(rate(events_retries_total[5m])) > 1 or events_dead_letters > 0',
    'histogram_quantile(0.95, rate(http_request_duration_seconds_bucket{service="gateway"}[5m]))',
  ])('finds that %s has a series for each replica', (expression) => {
    expect(joinsReplicas(expression)).toBe(false);
  });

  // CI installs promtool and needs it. Elsewhere the title says what is missing.
  const isSkipped = process.env['CI'] === undefined && spawnSync('promtool', ['--version']).status !== 0;
  const title = 'has alerts that fire as alerts.test.yml says, once for a service';
  (isSkipped ? it.skip : it)(
    isSkipped ? `${title} (skipped: promtool is missing, apt install prometheus)` : title,
    () => {
      const file = fileURLToPath(new URL('../../../deploy/chart/monitoring/alerts.test.yml', import.meta.url));
      const { status, stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      expect([error, status, `${stdout}${stderr}`]).toEqual([undefined, 0, expect.stringContaining('SUCCESS')]);
    },
  );
});
