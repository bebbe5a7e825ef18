import { jest } from '@jest/globals';

const UNWANTED = [
  'typeorm',
  '@nestjs/typeorm',
  'pg',
  '@shop/jobs',
  '@shop/messaging',
  '@nestjs/passport',
  'nestjs-pino',
];

it('the entry of the gateway loads no database, no jobs and no messaging', async () => {
  const loaded: string[] = [];
  for (const name of UNWANTED) jest.unstable_mockModule(name, () => ({ default: loaded.push(name) }));
  const { readEnvironment } = await import('./http-entry.js');
  expect(readEnvironment).toBeInstanceOf(Function);
  expect(loaded).toEqual([]);
});
