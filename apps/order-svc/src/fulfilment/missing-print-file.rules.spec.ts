import { isPrintFileMissing } from './missing-print-file.rules.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW - minutes * 60_000);
const order = { status: 'paid', paymentStatus: 'paid', paidAt: ago(61) } as const;
const item = { printFile: null, printFileFailure: null, printRequestedAt: null };

describe('isPrintFileMissing', () => {
  it.each([
    ['has waited for more than an hour', order, item, true],
    ['was paid for a moment ago', { ...order, paidAt: ago(59) }, item, false],
    ['was asked for again a moment ago', order, { ...item, printRequestedAt: ago(1) }, false],
    ['was asked for again long ago', order, { ...item, printRequestedAt: ago(60) }, true],
    ['can’t be made, however new', { ...order, paidAt: ago(0) }, { ...item, printFileFailure: 'not-drawn' }, true],
    ['has its file', order, { ...item, printFile: {} }, false],
    ['has its file, and a failure of before', order, { ...item, printFile: {}, printFileFailure: 'not-drawn' }, false],
    ['is printed by hand', { ...order, status: 'processing' as const }, item, true],
    ['was shipped', { ...order, status: 'shipped' as const }, item, false],
    ['was cancelled', { ...order, status: 'cancelled' as const }, item, false],
    ['was given back', { ...order, paymentStatus: 'refunded' as const }, item, false],
    ['was never paid', { status: 'created' as const, paymentStatus: 'pending' as const, paidAt: null }, item, false],
  ])('decides about an item that %s: %#', (_, itsOrder, itsItem, isMissing) =>
    expect(isPrintFileMissing(itsOrder, itsItem, NOW)).toBe(isMissing),
  );
});
