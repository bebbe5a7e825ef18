import { join } from 'node:path';
import { execa } from 'execa';

/** Starting Node takes seconds on a busy machine. */
const START_TIMEOUT_MS = 30_000;

it(
  'asks for the keys of a bucket instead of looking into the folder of before',
  async () => {
    const env = { S3_BUCKET: 'petart-pictures', DATA_DIR: import.meta.dirname, NODE_OPTIONS: '' };
    const command = execa(process.execPath, [join(import.meta.dirname, 'files.ts'), 'missing'], { env, reject: false });
    const { exitCode, stderr } = await command;
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The pictures are in the bucket petart-pictures');
  },
  START_TIMEOUT_MS,
);
