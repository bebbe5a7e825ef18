import { pino } from 'pino';
import type { Config } from '../config.js';
import { SubjectFinderCheckService } from './subject-finder-check.service.js';

describe('SubjectFinderCheckService', () => {
  it('warns with the reason where the weights are missing', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const config = { CUT_OUT_WEIGHTS: '/nowhere/u2netp.onnx' } as Config;
    await new SubjectFinderCheckService(config, logger).logSubjectFinder();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'pets are found by contrast, because the network can’t run',
        reason: expect.stringContaining('/nowhere/u2netp.onnx'),
      }),
    ]);
  });
});
