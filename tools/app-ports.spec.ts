import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, WEB_APPS } from './stack/services.ts';
import { PROJECT_ROOT } from './shop/settings.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
/** What the README tells of running the app by itself. */
const readReadme = (app: string): string => read(`apps/${app}/README.md`);
const findPorts = (text: string, pattern: RegExp): number[] => [
  ...new Set([...text.matchAll(pattern)].map(([, port]) => Number(port))),
];

const SHOP_PORT = 3000;
const findServedPorts = (app: string): number[] => findPorts(read(`apps/${app}/webpack.config.mjs`), /\bport: (\d+)/g);

describe('apps that are started one by one, each as its README says', () => {
  it.each(SERVICES.filter((name) => name !== 'gateway'))('%s listens where the gateway looks for it', (name) => {
    const variable = `${name.replace('-svc', '').toUpperCase()}_URL`;
    const expected = findPorts(readReadme('gateway'), new RegExp(`${variable}=http://127\\.0\\.0\\.1:(\\d+)`, 'g'));
    expect(expected).toHaveLength(1);
    expect(findPorts(readReadme(name), /\bPORT=(\d+)/g)).toEqual(expected);
    expect([[], expected]).toContainEqual(findPorts(readReadme(name), /\b(?:localhost|127\.0\.0\.1):(\d+)/g)); // what is called there to try it
  });

  it('services have a port each, the gateway the one where web apps look for the shop', () => {
    expect(findPorts(readReadme('gateway'), /\bPORT=(\d+)/g)).toEqual([SHOP_PORT]);
    expect(findPorts(read('tools/federation/index.ts'), /GATEWAY = 'http:\/\/localhost:(\d+)'/g)).toEqual([SHOP_PORT]);
    expect(new Set(SERVICES.flatMap((name) => findPorts(readReadme(name), /\bPORT=(\d+)/g))).size).toBe(SERVICES.length);
  });

  it.each(WEB_APPS)('%s is served on the port of its README, beside the shop', (name) => {
    expect(findPorts(readReadme(name), /(?:\bport |127\.0\.0\.1:)(\d+)/g)).toEqual([SHOP_PORT, ...findServedPorts(name)]);
  });

  it('web apps have a port each', () => {
    expect(new Set(WEB_APPS.flatMap(findServedPorts)).size).toBe(WEB_APPS.length);
  });
});
