import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.js';

const BUCKETS = [0.002, 0.01, 0.5];
const OBSERVATIONS = [
  [{ method: 'GET', route: '/api/products', status: 200 }, 0.001],
  [{ method: 'GET', route: '/api/products', status: 200 }, 0.002],
  [{ method: 'GET', route: '/api/products', status: 200 }, 0.3],
  [{ method: 'GET', route: '/api/products', status: 503 }, 7],
  [{ method: 'POST', route: '/api/cart/:itemId', status: 200 }, 0.0100001],
  [{ method: 'TR"A\\CE', route: 'web', status: 404 }, 0],
] as const;

const registry = (): Registry => {
  const made = new Registry();
  made.setDefaultLabels({ service: 'gateway' });
  return made;
};
const toLines = async (made: Registry): Promise<string[]> =>
  (await made.metrics())
    .trim()
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`))
    .sort();

it('prints the same lines as a histogram of prom-client', async () => {
  const [ours, theirs] = [registry(), registry()];
  const durations = new RequestDurations(BUCKETS, ours);
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS.slice(),
    registers: [theirs],
  });
  for (const [labels, seconds] of OBSERVATIONS) {
    durations.observe(labels, seconds);
    histogram.observe(labels, seconds);
  }
  expect(await toLines(ours)).toEqual(await toLines(theirs));
});

it('prints no values before the first request', async () => {
  const made = registry();
  new RequestDurations(BUCKETS, made);
  expect(await made.metrics()).not.toContain('_count');
});
