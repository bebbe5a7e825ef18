import fc from 'fast-check';
import { computeDeliveryDelays, webhookFaultsSchema } from './webhook-faults.rules.js';

const NONE = { lateMs: 0, copies: 1, shuffledMs: 0, lostPercent: 0 };
const parse = (text?: string) => webhookFaultsSchema.parse(text);

describe('webhookFaultsSchema', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['late:3s', { lateMs: 3_000 }],
    ['late:250ms', { lateMs: 250 }],
    ['late:2m', { lateMs: 120_000 }],
    ['twice', { copies: 2 }],
    ['shuffled', { shuffledMs: 2_000 }],
    ['shuffled:10s', { shuffledMs: 10_000 }],
    ['lost', { lostPercent: 100 }],
    ['lost:25%', { lostPercent: 25 }],
    [' late:3s , twice,shuffled ', { lateMs: 3_000, copies: 2, shuffledMs: 2_000 }],
  ])('%j', (text, faults) => {
    expect(parse(text)).toEqual({ ...NONE, ...faults });
  });

  it.each([
    'late',
    'late:3',
    'late:3h',
    'late:-3s',
    'late:61m',
    'twice:3',
    'lost:101%',
    'lost:3s',
    'shuffled:5%',
    'sometimes',
    'late:3s:4s',
    'Twice',
  ])('rejects %j', (word) => {
    expect(() => parse(`twice,${word}`)).toThrow(`does not know \\"${word}\\"`);
  });
});

const faults = fc.record({
  lateMs: fc.nat(5_000),
  copies: fc.constantFrom(1 as const, 2 as const),
  shuffledMs: fc.nat(5_000),
  lostPercent: fc.constant(0),
});
const drawn = fc.double({ min: 0, max: 0.999_999, noNaN: true });

describe('computeDeliveryDelays', () => {
  it('sends once without delay if there are no faults', () => {
    expect(computeDeliveryDelays(parse(), Math.random)).toEqual([0]);
  });

  it('sends nothing if all webhooks are lost', () => {
    fc.assert(
      fc.property(drawn, (value) => expect(computeDeliveryDelays(parse('lost,twice'), () => value)).toEqual([null])),
    );
  });

  it.each([
    [0.2, [null]],
    [0.3, [0]],
  ])('loses the configured share: drawn %d of lost:25%%', (value, deliveries) => {
    expect(computeDeliveryDelays(parse('lost:25%'), () => value)).toEqual(deliveries);
  });

  it('sends the configured number of copies, each between the delay and the delay plus the shuffle', () => {
    fc.assert(
      fc.property(faults, drawn, (given, value) => {
        const sent = computeDeliveryDelays(given, () => value);
        expect(sent).toHaveLength(given.copies);
        for (const ms of sent) {
          expect(ms).toBeGreaterThanOrEqual(given.lateMs);
          expect(ms).toBeLessThanOrEqual(given.lateMs + given.shuffledMs);
        }
      }),
    );
  });
});
