import type { Registry } from 'prom-client';

interface Labels {
  method: string;
  route: string;
  status: number;
}

interface Series {
  labels: Labels;
  /** Count per bucket, not cumulative. The last one counts durations above all bounds. */
  counts: number[];
  sum: number;
}

/**
 * A histogram with the output of prom-client's. That one validates, sorts and joins its labels at each observation, which takes 5 %
 * of the gateway's CPU time for a short response (measured).
 */
export class RequestDurations {
  readonly name = 'http_request_duration_seconds';
  private readonly help = 'Request duration by route';
  private readonly series = new Map<string, Series>();

  /** `buckets`: upper bounds in seconds, ascending. */
  constructor(
    private readonly buckets: readonly number[],
    registry: Registry,
  ) {
    // The registry only uses `name` and `get()`, but its type requires a class of prom-client.
    registry.registerMetric(this as unknown as Parameters<Registry['registerMetric']>[0]);
  }

  observe(labels: Labels, seconds: number): void {
    const key = `${labels.method} ${labels.status} ${labels.route}`;
    let series = this.series.get(key);
    if (!series) {
      series = { labels, counts: Array.from({ length: this.buckets.length + 1 }, () => 0), sum: 0 };
      this.series.set(key, series);
    }
    let bucket = 0;
    while (bucket < this.buckets.length && seconds > (this.buckets[bucket] as number)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  get() {
    return {
      name: this.name,
      help: this.help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.series.values()].flatMap((series) => this.toValues(series)),
    };
  }

  /** Prometheus buckets are cumulative. */
  private toValues({ labels, counts, sum }: Series) {
    let total = 0;
    const buckets = counts.map((count, at) => {
      total += count;
      return { metricName: `${this.name}_bucket`, labels: { le: this.buckets[at] ?? '+Inf', ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: total },
    ];
  }
}
