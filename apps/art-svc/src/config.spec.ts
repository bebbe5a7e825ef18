import { availableParallelism } from 'node:os';
import { readConfig } from './config.js';

const REQUIRED = {
  PORT: '0',
  DATABASE_URL: 'postgresql://localhost/art',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----',
};

describe('ART_CONCURRENCY', () => {
  it('defaults to the number of cores, at most 32', () => {
    expect(readConfig(REQUIRED).ART_CONCURRENCY).toBe(Math.min(availableParallelism(), 32));
    expect(readConfig({ ...REQUIRED, ART_CONCURRENCY: '' }).ART_CONCURRENCY).toBe(Math.min(availableParallelism(), 32));
  });

  it('uses the configured value', () => {
    expect(readConfig({ ...REQUIRED, ART_CONCURRENCY: '3' }).ART_CONCURRENCY).toBe(3);
  });
});
