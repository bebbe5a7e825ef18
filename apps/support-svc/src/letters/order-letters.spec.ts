import { sampleOrder } from '../../test/letter-samples.js';
import type { LetterName, LetterProps } from './letter-props.js';
import { LETTERS, renderLetter } from './render-letter.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example/');
const order = sampleOrder();
const link = { key: 'a.key', changeableUntil: null };
const PAGE = `https://petart.example/orders/${order.id}?key=a.key`;
/** Its lines are broken where they are long. */
const textOf = <Name extends LetterName>(name: Name, props: LetterProps[Name]): string =>
  renderLetter(name, props, shop).text.replace(/\s+/g, ' ');

describe('the letter that a payment came to nothing', () => {
  it('leads to the order’s own page, which opens on any device', () => {
    const { html, text } = renderLetter('order-unpaid', { order, hasAccount: false, message: '', link }, shop);
    expect(html).toContain(`href="${PAGE}"`);
    expect(text).toContain(`See your order:\n${PAGE}`);
  });

  it('tells a guest that the cart is in the browser of the order only', () => {
    const text = textOf('order-unpaid', { order, hasAccount: false, message: '', link });
    expect(text).toContain(
      'Your cart is in the browser you ordered with: go to the checkout there. Any other browser, and any other device, has a cart of its own.',
    );
  });

  it('names the account where there may be one', () => {
    expect(textOf('order-unpaid', { order, hasAccount: true, message: '', link })).toContain(
      'Your cart is in your account if you were signed in when you ordered, else in the browser you ordered with',
    );
  });
});

describe('the letter that an order is on its way', () => {
  const first = { carrier: 'USPS', number: '9400', url: null };
  const further = [{ carrier: 'UPS', number: '1Z9', url: null }];
  const shipped = (tracking: LetterProps['order-shipped']['tracking']) => ({
    order,
    hasAccount: false,
    link,
    tracking,
  });

  it('names each parcel, and leads to the order’s page, which has the links', () => {
    const text = textOf('order-shipped', shipped({ ...first, further }));
    expect(text).toContain(`Your order ${order.orderNumber} has left us in 2 parcels.`);
    for (const number of ['9400', '1Z9']) expect(text).toContain(`Tracking number: ${number}`);
    expect(text).toContain(`See your order: ${PAGE}`);
    expect(text).not.toContain('Follow the parcel');
  });

  it('says that a part is still to come', () => {
    expect(textOf('order-shipped', shipped({ ...first, isPartial: true }))).toContain(
      `A part of your order ${order.orderNumber} has left us. The rest follows.`,
    );
    expect(textOf('order-shipped', shipped({ ...first, further, isPartial: true }))).toContain(
      'in 2 parcels. The rest follows.',
    );
    expect(textOf('order-shipped', shipped(first))).not.toContain('The rest follows.');
  });
});

describe('the letter of a changed order', () => {
  it.each([
    [undefined, 'You changed your order', 'That was not you?'],
    ['customer', 'You changed your order', 'That was not you?'],
    ['shop', 'We changed your order', 'Something about that is not right?'],
    ['both', 'You and we changed your order', 'Something about that is not right?'],
  ] as const)('by %s says so', (by, words, question) => {
    const text = textOf('order-changed', { order, hasAccount: false, what: ['the delivery address'], link, by });
    expect(text).toContain(words);
    expect(text).toContain(question);
  });
});

describe('the letter that an order is being printed', () => {
  it('names what was changed last, and where it goes, where no letter of its own did', () => {
    const text = textOf('order-printing', {
      order,
      hasAccount: false,
      link,
      changed: ['Classic T-Shirt: placement', 'the delivery address'],
    });
    expect(text).toContain(
      'The last changes are in it: Classic T-Shirt: placement the delivery address Something about that is not right?',
    );
  });

  it('is followed by one that names what was changed since', () => {
    expect(
      textOf('order-shipped', { order, hasAccount: false, link, tracking: null, changed: ['the delivery address'] }),
    ).toContain('The last changes are in it: the delivery address');
  });

  it('says nothing of changes where there were none', () => {
    expect(textOf('order-printing', { order, hasAccount: false, link })).not.toMatch(/changes|Goes to/);
  });
});

it('a refund is on its way to a card or an account, as the letter itself says', () => {
  expect(LETTERS['order-refunded']({ order, hasAccount: true, amount: '10.00' }, shop).preheader).toBe(
    '$10.00 is on its way back to your card or account.',
  );
});
