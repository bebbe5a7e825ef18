import type { Registry } from 'prom-client';

interface Labels {
  method: string;
  route: string;
  status: number;
}

interface Series {
  labels: Labels;
  /** How many fell into each bucket alone; the last one is for what is longer than all. */
  counts: number[];
  sum: number;
}

/**
 * A histogram of request durations, in the text and shape of prom-client's own. That one checks, sorts and joins its labels for each
 * observation, which is a twentieth of all that the gateway does for a short answer.
 */
export class RequestDurations {
  readonly name = 'http_request_duration_seconds';
  private readonly help = 'Time to answer, by row of the gateway';
  private readonly series = new Map<string, Series>();

  /** `buckets`: upper bounds in seconds, rising. */
  constructor(
    private readonly buckets: readonly number[],
    registry: Registry,
  ) {
    // The registry asks a metric for its name and `get()`; its type wants one of prom-client's own classes.
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

  /** Prometheus counts each bucket together with all below it. */
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
