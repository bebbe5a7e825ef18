import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SupervisedProcess } from './supervised-process.ts';

const folders = ['usual', 'other'].map((name) => realpathSync(mkdtempSync(join(tmpdir(), `${name}-`))));
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

it('runs where its start says, and at the next start where it usually does', async () => {
  const [usual = '', other = ''] = folders;
  const logFile = join(usual, 'log');
  const readLog = (): string[] => readFileSync(logFile, 'utf8').trim().split('\n');
  let starts = 0;
  const service = new SupervisedProcess({
    name: 'service',
    args: ['--eval', 'console.log(process.cwd()); setInterval(() => undefined, 1000)'],
    cwd: usual,
    env: process.env,
    logFile,
    isReady: async () => readLog().length === starts && readLog()[0] !== '',
  });
  for (const folder of [other, undefined]) {
    starts += 1;
    await service.start(folder);
    await service.stop(1000);
  }
  expect(readLog()).toEqual([other, usual]);
});
