import type { RefundSummary } from '@shop/contracts-order';
import { sampleOrder } from '../../test/email-samples.js';
import { renderEmail } from './render-email.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example/');
const order = sampleOrder({ status: 'cancelled' });
const NOTHING: RefundSummary = {
  currency: 'usd',
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '0.00',
  isDisputed: false,
};
/** Long lines are wrapped in plain text. */
const plain = (text: string): string => text.replace(/\s+/g, ' ');
const cancelled = (refundSummary?: Partial<RefundSummary>): string =>
  plain(
    renderEmail(
      'order-cancelled',
      { order, hasAccount: true, ...(refundSummary && { refundSummary: { ...NOTHING, ...refundSummary } }) },
      shop,
    ).text,
  );
/** Amounts in the text that are not prices of items. */
const amountsIn = (text: string): string[] =>
  [...text.matchAll(/\$107\.19|\$97\.19|\$10\.00|\d+\.\d\d EUR/g)].map(([amount]) => amount);

describe('the email about a cancelled order', () => {
  it.each([
    ['all of it goes back', { pending: '107.19' }, ['$107.19'], '$107.19 is on its way back to your card or account.'],
    [
      'a part had gone back before',
      { refunded: '10.00', pending: '97.19' },
      ['$10.00', '$97.19'],
      '$97.19 is on its way back to your card or account.',
    ],
    [
      'the payment is disputed',
      { retained: '107.19', isDisputed: true },
      ['$107.19'],
      'Your bank decides about $107.19, because the payment is disputed.',
    ],
    [
      'nothing could go back',
      { retained: '107.19' },
      ['$107.19'],
      '$107.19 could not go back to your card or account yet. We see to it',
    ],
    ['the bank has taken it back', { chargedBack: '107.19' }, ['$107.19'], 'Your bank has given you $107.19 back.'],
    [
      'it was paid in another currency',
      { currency: 'eur', pending: '107.19' },
      ['107.19 EUR'],
      '107.19 EUR is on its way back',
    ],
  ])('explains the refund if %s', (_, money, amounts, expected) => {
    const text = cancelled(money);
    expect(text).toContain(expected);
    expect(amountsIn(text)).toEqual(amounts);
    if (!('pending' in money)) expect(text).not.toContain('on its way back');
  });

  it('says that nothing was charged without a payment', () => {
    expect(cancelled({})).toContain('No payment has reached us, and nothing was charged.');
    expect(amountsIn(cancelled({}))).toEqual([]);
  });

  it('names no amount if the event has no refund details', () => {
    expect(amountsIn(cancelled())).toEqual([]);
    expect(cancelled()).toContain('What you paid, and has not gone back yet, goes back');
  });
});

it('a refund email uses the currency of the refund', () => {
  const { subject, html, text } = renderEmail(
    'order-refunded',
    { order, hasAccount: true, amount: '35.91', currency: 'eur' },
    shop,
  );
  for (const words of [html, text]) expect(words).toContain('35.91 EUR');
  expect([subject, html, text].join(' ')).not.toContain('$35.91');
});
