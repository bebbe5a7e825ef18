import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, WEB_APPS } from './stack/services.ts';
import { PROJECT_ROOT } from './shop/settings.ts';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
/** The README says how to run the app alone. */
const readReadme = (app: string): string => read(`apps/${app}/README.md`);
const findPorts = (text: string, pattern: RegExp): number[] => [
  ...new Set([...text.matchAll(pattern)].map(([, port]) => Number(port))),
];

const SHOP_PORT = 3000;
const findServedPorts = (app: string): number[] => findPorts(read(`apps/${app}/webpack.config.mjs`), /\bport: (\d+)/g);

describe('ports in the READMEs for apps that run alone', () => {
  it.each(SERVICES.filter((name) => name !== 'gateway'))('%s uses the port that the gateway expects', (name) => {
    const variable = `${name.replace('-svc', '').toUpperCase()}_URL`;
    const expected = findPorts(readReadme('gateway'), new RegExp(`${variable}=http://127\\.0\\.0\\.1:(\\d+)`, 'g'));
    expect(expected).toHaveLength(1);
    expect(findPorts(readReadme(name), /\bPORT=(\d+)/g)).toEqual(expected);
    expect([[], expected]).toContainEqual(findPorts(readReadme(name), /\b(?:localhost|127\.0\.0\.1):(\d+)/g)); // example calls in the README
  });

  it('differ between services, and the gateway has the port that web apps expect', () => {
    expect(findPorts(readReadme('gateway'), /\bPORT=(\d+)/g)).toEqual([SHOP_PORT]);
    expect(findPorts(read('tools/federation/index.ts'), /GATEWAY = 'http:\/\/localhost:(\d+)'/g)).toEqual([SHOP_PORT]);
    expect(new Set(SERVICES.flatMap((name) => findPorts(readReadme(name), /\bPORT=(\d+)/g))).size).toBe(
      SERVICES.length,
    );
  });

  it.each(WEB_APPS)('%s is served on the port that its README names', (name) => {
    expect(findPorts(readReadme(name), /(?:\bport |127\.0\.0\.1:)(\d+)/g)).toEqual([
      SHOP_PORT,
      ...findServedPorts(name),
    ]);
  });

  it('differ between web apps', () => {
    expect(new Set(WEB_APPS.flatMap(findServedPorts)).size).toBe(WEB_APPS.length);
  });
});
