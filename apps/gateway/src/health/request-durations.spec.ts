import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.js';

const BUCKETS = [0.002, 0.01, 0.5];
const SEEN = [
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
const linesOf = async (made: Registry): Promise<string[]> =>
  (await made.metrics())
    .trim()
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`))
    .sort();

it('tells what prom-client’s own histogram tells', async () => {
  const [ours, theirs] = [registry(), registry()];
  const durations = new RequestDurations(BUCKETS, ours);
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by row of the gateway',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS.slice(),
    registers: [theirs],
  });
  for (const [labels, seconds] of SEEN) {
    durations.observe(labels, seconds);
    histogram.observe(labels, seconds);
  }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
});

it('says nothing of what nobody asked for', async () => {
  const made = registry();
  new RequestDurations(BUCKETS, made);
  expect(await made.metrics()).not.toContain('_count');
});
