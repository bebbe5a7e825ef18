import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, WEB_APPS } from './stack/services.ts';
import { PROJECT_ROOT } from './shop/settings.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
/** What the README tells of running the app by itself. */
const alone = (app: string): string => read(`apps/${app}/README.md`);
const portsIn = (text: string, pattern: RegExp): number[] => [
  ...new Set([...text.matchAll(pattern)].map(([, port]) => Number(port))),
];

const SHOP = 3000;
const servedOn = (app: string): number[] => portsIn(read(`apps/${app}/webpack.config.mjs`), /\bport: (\d+)/g);

describe('apps that are started one by one, each as its README says', () => {
  it.each(SERVICES.filter((name) => name !== 'gateway'))('%s listens where the gateway looks for it', (name) => {
    const variable = `${name.replace('-svc', '').toUpperCase()}_URL`;
    const expected = portsIn(alone('gateway'), new RegExp(`${variable}=http://127\\.0\\.0\\.1:(\\d+)`, 'g'));
    expect(expected).toHaveLength(1);
    expect(portsIn(alone(name), /\bPORT=(\d+)/g)).toEqual(expected);
    expect([[], expected]).toContainEqual(portsIn(alone(name), /\b(?:localhost|127\.0\.0\.1):(\d+)/g)); // what is called there to try it
  });

  it('services have a port each, the gateway the one where web apps look for the shop', () => {
    expect(portsIn(alone('gateway'), /\bPORT=(\d+)/g)).toEqual([SHOP]);
    expect(portsIn(read('tools/federation/index.ts'), /GATEWAY = 'http:\/\/localhost:(\d+)'/g)).toEqual([SHOP]);
    expect(new Set(SERVICES.flatMap((name) => portsIn(alone(name), /\bPORT=(\d+)/g))).size).toBe(SERVICES.length);
  });

  it.each(WEB_APPS)('%s is served on the port of its README, beside the shop', (name) => {
    expect(portsIn(alone(name), /(?:\bport |127\.0\.0\.1:)(\d+)/g)).toEqual([SHOP, ...servedOn(name)]);
  });

  it('web apps have a port each', () => {
    expect(new Set(WEB_APPS.flatMap(servedOn)).size).toBe(WEB_APPS.length);
  });
});
