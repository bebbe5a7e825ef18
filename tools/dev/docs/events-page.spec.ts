import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents, topology } from '@shop/contracts-all';
import { findHandlers, renderEventsPage } from './events-page.js';

const root = join(import.meta.dirname, '../../..');
const page = join(root, 'docs/events.md');
const sources = globSync('apps/*/src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.spec.ts'));

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

// A queue without a reader grows.
describe('a queue', () => {
  it('of an event has a handler in its service', () => {
    const handlers = findHandlers();
    const withoutHandler = allEvents.flatMap(({ type, receivers }) =>
      receivers.readBy
        .filter((app) => !handlers.get(type)?.some((handler) => handler.startsWith(`${app} [`)))
        .map((app) => `${app} ${type}`),
    );
    expect(withoutHandler).toEqual([]);
  });

  it('of a republish command has a handler in its service, and each such handler has a queue', () => {
    const handled = sources.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/@OnRepublish\('([^']+)'\)/g)].map(
        ([, noun]) => `${path.split('/')[1]} ${noun}`,
      ),
    );
    const known = Object.entries(topology.republishableNouns).flatMap(([app, nouns]) =>
      nouns.map((noun) => `${app} ${noun}`),
    );
    expect(handled.sort()).toEqual(known.sort());
  });
});

it('docs/architecture.md names the events that each app listens to', () => {
  const rows = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n');
  const listeners = new Set(
    allEvents.flatMap(({ receivers }) => [...receivers.readBy, ...(receivers.broadcastTo ?? [])]),
  );
  for (const app of listeners) {
    const cell = rows.find((row) => row.startsWith(`| \`${app}\` |`))?.split('|')[3] ?? '';
    const received = allEvents.filter(
      ({ receivers: { readBy, broadcastTo = [] } }) =>
        (readBy as readonly string[]).includes(app) || broadcastTo.includes(app),
    );
    const named = [...cell.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, type]) => type);
    expect([app, named.sort()]).toEqual([app, received.map(({ type }) => type).sort()]);
  }
});

describe('broadcasts', () => {
  it('are listed for each app that subscribes to some', () => {
    const subscribing = sources
      .filter((path) => readFileSync(join(root, path), 'utf8').includes('subscribeBroadcast('))
      .map((path) => path.split('/')[1]);
    const receiving = allEvents.flatMap(({ receivers }) => receivers.broadcastTo ?? []);
    expect(subscribing.sort()).toEqual([...new Set(receiving)].sort());
  });
});
