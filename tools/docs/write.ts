/** `npm run docs`: writes every page that is generated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderEventsPage } from './events-page.ts';

const path = join(import.meta.dirname, '../../docs/events.md');
writeFileSync(path, renderEventsPage());
console.log('docs/events.md is written');
