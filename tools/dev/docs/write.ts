/** `npm run docs`: writes all generated documents and the broker's definitions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderBrokerDefinitions } from '../deploy/broker-definitions.ts';
import { renderApiPage } from './api-page.ts';
import { renderEventsPage } from './events-page.ts';

const PAGES = {
  'docs/events.md': renderEventsPage,
  'docs/api.md': renderApiPage,
  'deploy/rabbitmq-definitions.json': renderBrokerDefinitions,
};

for (const [path, render] of Object.entries(PAGES)) {
  writeFileSync(join(import.meta.dirname, '../../..', path), render());
  console.log(`${path} written`);
}
