import { designStatusSchema } from '@shop/contracts/art';
import { FAILURES, isFinished, canTransition, toPercent, getSourceStatuses } from './drawing-status.rules.js';

describe('drawing status rules', () => {
  it('allows forward transitions only', () => {
    const allowed = designStatusSchema.options.flatMap((from) =>
      designStatusSchema.options.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'pending → processing',
      'pending → failed',
      'processing → processing',
      'processing → completed',
      'processing → failed',
    ]);
  });

  it('treats completed and failed as finished', () => {
    expect(designStatusSchema.options.filter(isFinished)).toEqual(['completed', 'failed']);
    expect([getSourceStatuses('processing'), getSourceStatuses('completed'), getSourceStatuses('pending')]).toEqual([
      ['pending', 'processing'],
      ['processing'],
      [],
    ]);
  });

  it('reserves 100 percent for completed drawings', () => {
    expect([-1, 0, 0.5, 1, 7].map(toPercent)).toEqual([3, 3, 50, 97, 97]);
  });

  it('uses the specified message when the provider declines', () => {
    expect(FAILURES.moderated).toMatchObject({
      kind: 'impossible',
      message: 'This photo or prompt was declined by the image service. Please try another.',
    });
  });
});
