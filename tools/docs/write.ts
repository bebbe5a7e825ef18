/** `npm run docs`: writes all generated documents. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderApiPage } from './api-page.ts';
import { renderEventsPage } from './events-page.ts';

const PAGES = {
  'docs/events.md': renderEventsPage,
  'docs/api.md': renderApiPage,
};

for (const [path, render] of Object.entries(PAGES)) {
  writeFileSync(join(import.meta.dirname, '../..', path), render());
  console.log(`${path} written`);
}
