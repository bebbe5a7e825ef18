import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents } from '@shop/contracts-all';
import { findHandlers, renderEventsPage } from './events-page.js';

const root = join(import.meta.dirname, '../../..');
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

describe('broadcasts', () => {
  it('are listed for each app that subscribes to some', () => {
    const subscribing = globSync('apps/*/src/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.spec.ts'))
      .filter((path) => readFileSync(join(root, path), 'utf8').includes('subscribeBroadcast('))
      .map((path) => path.split('/')[1]);
    const receiving = allEvents.flatMap(({ receivers }) => receivers.broadcastTo ?? []);
    expect(subscribing.sort()).toEqual([...new Set(receiving)].sort());
  });
});
