import type { TestService } from './test-service.js';

/** The sum of a counter or gauge over all its labels, as the service's `/metrics` shows it. Throws if the metric does not exist. */
export async function readMetric(service: Pick<TestService, 'call'>, name: string): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  if (!text.includes(`# TYPE ${name} `)) throw new Error(`The service has no metric ${name}`);
  const values = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return values.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
}
