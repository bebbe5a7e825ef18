import { availableParallelism } from 'node:os';
import { readConfig } from './config.js';

const NEEDED = {
  PORT: '0',
  DATABASE_URL: 'postgresql://localhost/art',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----',
};

describe('ART_CONCURRENCY', () => {
  it('is a drawing for each core, where nothing is said, but no more than 32', () => {
    expect(readConfig(NEEDED).ART_CONCURRENCY).toBe(Math.min(availableParallelism(), 32));
    expect(readConfig({ ...NEEDED, ART_CONCURRENCY: '' }).ART_CONCURRENCY).toBe(Math.min(availableParallelism(), 32));
  });

  it('is what is said', () => {
    expect(readConfig({ ...NEEDED, ART_CONCURRENCY: '3' }).ART_CONCURRENCY).toBe(3);
  });
});
