import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents, subscriptions } from '@shop/contracts/subscriptions';
import { findHandlers, renderEventsPage } from './events-page.js';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/events.md');

describe('docs/events.md', () => {
  it('is up to date with npm run docs', () => {
    expect(readFileSync(page, 'utf8')).toBe(renderEventsPage());
  });

  it('finds handlers of defined events only', () => {
    const types = new Set(allEvents.map(({ type }) => type));
    const handled = [...findHandlers().keys()];
    expect(handled.length).toBeGreaterThan(0);
    expect(handled.filter((type) => !types.has(type))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const getEventType = (constant: string): string | undefined =>
    allEvents.find(
      ({ type }) => type.replace(/[.-]([a-z])/g, (_, initial: string) => initial.toUpperCase()) === constant,
    )?.type;
  const sources = globSync('apps/*/src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.spec.ts'));
  /** Events that every running instance of an app receives. */
  const findBroadcasts = (app: string): (string | undefined)[] =>
    sources
      .filter((path) => path.startsWith(`apps/${app}/`))
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/subscribeBroadcast\(\s*\[([^\]]+)\]/g)])
      .flatMap(([, list = '']) =>
        [...list.matchAll(/(\w+)\.type/g)].map(([, constant = '']) => getEventType(constant)),
      );
  const rows = [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `(gateway|[a-z]+-svc)` \|.*\| (.*) \|$/gm,
    ),
  ];

  it('lists the handled events of each app', () => {
    const documented = rows.map(([, app = '', events = '']) => [
      app,
      [...events.matchAll(/`([a-z.-]+)`/g)].map(([, type]) => type).sort(),
    ]);
    const handled = Object.entries({ gateway: [], ...subscriptions }).map(([app, events]) => [
      app,
      [...events.map(({ type }) => type), ...findBroadcasts(app)].sort(),
    ]);
    expect(documented).toEqual(handled);
  });
});
