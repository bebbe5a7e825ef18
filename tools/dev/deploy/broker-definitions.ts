/** Renders deploy/rabbitmq-definitions.json from the contracts. */
import { topology } from '@shop/contracts-all';
import { createBrokerDefinitions } from '@shop/messaging/transport';

/** Of the image in docker-compose.yml. */
const RABBITMQ_MAJOR_VERSION = 4;

/** One line for each entry, so that a change of the contracts is a readable diff. */
export function renderBrokerDefinitions(): string {
  const sections = Object.entries(createBrokerDefinitions('shop', topology, RABBITMQ_MAJOR_VERSION)).map(
    ([name, entries]) => `"${name}": [\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`,
  );
  return `{\n${sections.join(',\n')}\n}\n`;
}
