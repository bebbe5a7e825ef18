import type { TestDatabase, TestTransport } from '../../../src/index.js';

export const say = (word: string): void => void process.stdout.write(`${word}\n`);

/** What `startKillable` was given: where its database is, and its events. */
export function environmentOfParent(): { database: TestDatabase; transport: TestTransport } {
  const { RABBITMQ_URL, EVENTS_DATABASE_URL, EVENTS_NAMESPACE, DATABASE_URL = '' } = process.env;
  const env = Object.fromEntries(
    Object.entries({ RABBITMQ_URL, EVENTS_DATABASE_URL, EVENTS_NAMESPACE }).filter(([, value]) => value),
  ) as Record<string, string>;
  const mine = (): never => {
    throw new Error('Only the parent opens and closes');
  };
  return {
    database: { url: DATABASE_URL, drop: mine, query: mine },
    transport: { name: RABBITMQ_URL ? 'rabbitmq' : 'postgres', env, open: mine, close: mine },
  };
}
