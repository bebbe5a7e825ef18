import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents, findListeners, renderEventsPage } from './events-page.js';

const page = join(import.meta.dirname, '../../docs/events.md');

describe('docs/events.md', () => {
  it('is what npm run docs would write now', () => {
    expect(readFileSync(page, 'utf8')).toBe(renderEventsPage());
  });

  it('finds listeners of defined events only, and some', () => {
    const types = new Set(allEvents.map(({ type }) => type));
    const heard = [...findListeners().keys()];
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter((type) => !types.has(type))).toEqual([]);
  });
});
