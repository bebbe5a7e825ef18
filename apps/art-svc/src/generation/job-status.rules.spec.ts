import { designStatusSchema } from '@shop/contracts/art';
import { FAILURES, hasEnded, mayBecome, percentOf, sourcesOf } from './job-status.rules.js';

describe('job status', () => {
  it('moves only forwards', () => {
    const allowed = designStatusSchema.options.flatMap((from) =>
      designStatusSchema.options.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'pending → processing',
      'pending → failed',
      'processing → processing',
      'processing → completed',
      'processing → failed',
    ]);
  });

  it('ends with completed and failed', () => {
    expect(designStatusSchema.options.filter(hasEnded)).toEqual(['completed', 'failed']);
    expect([sourcesOf('processing'), sourcesOf('completed'), sourcesOf('pending')]).toEqual([
      ['pending', 'processing'],
      ['processing'],
      [],
    ]);
  });

  it('keeps 100 percent for the end', () => {
    expect([-1, 0, 0.5, 1, 7].map(percentOf)).toEqual([3, 3, 50, 97, 97]);
  });

  it('has the message of the specification where the provider declines', () => {
    expect(FAILURES.moderated).toMatchObject({
      kind: 'impossible',
      sentence: 'This photo or prompt was declined by the image service. Please try another.',
    });
  });
});
