import { DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { sampleOrder } from '../../test/email-samples.js';
import type { EmailTemplate, EmailProps } from './email-props.js';
import { EMAIL_TEMPLATES, renderEmail } from './render-email.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example/');
const order = sampleOrder();
const link = { key: 'a.key', changeableUntil: null };
const PAGE = `https://petart.example/orders/${order.id}?key=a.key`;
/** Long lines are wrapped in plain text. */
const textOf = <Name extends EmailTemplate>(name: Name, props: EmailProps[Name]): string =>
  renderEmail(name, props, shop).text.replace(/\s+/g, ' ');

describe('the email about a failed payment', () => {
  it('links to the order page, which opens on any device', () => {
    const { html, text } = renderEmail('order-unpaid', { order, hasAccount: false, message: '', link }, shop);
    expect(html).toContain(`href="${PAGE}"`);
    expect(text).toContain(`See your order:\n${PAGE}`);
  });

  it('says to a guest that the cart is only in the browser of the order', () => {
    const text = textOf('order-unpaid', { order, hasAccount: false, message: '', link });
    expect(text).toContain(
      'Your cart is in the browser you ordered with: go to the checkout there. Any other browser, and any other device, has a cart of its own.',
    );
  });

  it('mentions the account if there may be one', () => {
    expect(textOf('order-unpaid', { order, hasAccount: true, message: '', link })).toContain(
      'Your cart is in your account if you were signed in when you ordered, else in the browser you ordered with',
    );
  });
});

describe('the email about an article that is out of stock', () => {
  it('names it, and links to the page where its customer chooses', () => {
    const articles = ['Classic T-Shirt, S, Sand'];
    const { html, text } = renderEmail('order-out-of-stock', { order, hasAccount: false, articles, link }, shop);
    expect(html).toContain(`href="${PAGE}"`);
    expect(text).toContain('Classic T-Shirt, S, Sand');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'you can choose another size, model or color at no extra charge, or cancel the order: then all that you paid goes back to you.',
    );
  });
});

describe('the items in emails', () => {
  it('name a phone model without calling it a size', () => {
    const [item] = sampleOrder().items;
    const ordered = { ...order, items: [{ ...item!, variantSelections: { size: 'iPhone 16', color: 'Sage' } }] };
    const text = textOf('order-confirmed', { order: ordered, hasAccount: false, link });
    expect(text).toContain('iPhone 16 · Sage');
    expect(text).not.toContain('Size iPhone 16');
  });

  it('have what was chosen, and say what was not', () => {
    const { items } = sampleOrder();
    const missingChoices = [{ type: 'size' as const, label: 'model' }];
    const ordered = { ...order, items: [{ ...items[0]!, variantSelections: { color: 'Sand' }, missingChoices }] };
    expect(textOf('order-confirmed', { order: ordered, hasAccount: false, link })).toContain('Sand · No model chosen');
  });
});

it('a confirmation says where the receipt is, if it has a link to the order', () => {
  const note = 'The page of your order has a receipt as PDF.';
  expect(textOf('order-confirmed', { order, hasAccount: false, link })).toContain(note);
  expect(textOf('order-confirmed', { order, hasAccount: false })).not.toContain(note);
});

describe('a confirmation of 100 lines with long titles', () => {
  it('says its total and its address before the items, which mail programs may cut', () => {
    const items = Array.from({ length: 100 }, () => ({ ...sampleOrder().items[0]!, title: 'Long '.repeat(40) }));
    const { html, text } = renderEmail(
      'order-confirmed',
      { order: { ...order, items }, hasAccount: false, link },
      shop,
    );
    for (const needed of [order.total, order.shippingAddress.address, PAGE]) {
      expect(Buffer.byteLength(html.slice(0, html.indexOf(needed)))).toBeLessThan(50_000);
      expect(text.indexOf(needed)).toBeLessThan(text.indexOf('* Long'));
    }
  });
});

describe('addresses in emails', () => {
  it('have the name of the country, and no state or ZIP code where there is none', () => {
    const shippingAddress = { ...order.shippingAddress, city: 'Dubai', state: '-', zip: '-', country: 'AE' };
    const text = textOf('order-confirmed', { order: { ...order, shippingAddress }, hasAccount: false, link });
    expect(text).toContain('Dubai United Arab Emirates');
  });
});

describe('the emails about an order that crosses a customs border', () => {
  it('say what may be charged on delivery', () => {
    const customsNotice = 'Duties may be charged on delivery.';
    const props = { order, hasAccount: false, link, customsNotice };
    expect(textOf('order-confirmed', props)).toContain(customsNotice);
    expect(textOf('order-changed', { ...props, changes: ['the delivery address'] })).toContain(customsNotice);
  });
});

describe('the email about a shipped order', () => {
  const first = { carrier: 'USPS', number: '9400', url: null };
  const further = [{ carrier: 'UPS', number: '1Z9', url: null }];
  const shipped = (tracking: EmailProps['order-shipped']['tracking']) => ({
    order,
    hasAccount: false,
    link,
    tracking,
  });

  it('lists several parcels and links to the order page', () => {
    const text = textOf('order-shipped', shipped({ ...first, further }));
    expect(text).toContain(`Your order ${order.orderNumber} has left us in 2 parcels.`);
    for (const number of ['9400', '1Z9']) expect(text).toContain(`Tracking number: ${number}`);
    expect(text).toContain(`See your order: ${PAGE}`);
    expect(text).not.toContain('Follow the parcel');
  });

  it('says that the rest follows after a partial shipment', () => {
    expect(textOf('order-shipped', shipped({ ...first, isPartial: true }))).toContain(
      `A part of your order ${order.orderNumber} has left us. The rest follows.`,
    );
    expect(textOf('order-shipped', shipped({ ...first, further, isPartial: true }))).toContain(
      'in 2 parcels. The rest follows.',
    );
    expect(textOf('order-shipped', shipped(first))).not.toContain('The rest follows.');
  });
});

describe('the email about the parcels of a shipped order', () => {
  const first = { carrier: 'USPS', number: '9400', url: null };
  const further = [{ carrier: 'UPS', number: '1Z9', url: null }];
  const parcel = (props: Pick<EmailProps['order-parcel'], 'what' | 'tracking' | 'numbers'>) =>
    renderEmail('order-parcel', { order, hasAccount: false, link, ...props }, shop);

  it.each([
    ['sent', { ...first, further }, ['1Z9'], `Another parcel of your order ${order.orderNumber} is on its way`],
    ['sent', first, ['9400'], `You can follow your order ${order.orderNumber}`],
    ['sent-again', { ...first, further }, ['1Z9'], `Your order ${order.orderNumber} was sent again`],
    ['corrected', first, ['9400'], `The tracking number of your order ${order.orderNumber} has changed`],
  ] as const)('%s: names only what is new', (what, tracking, numbers, subject) => {
    const email = parcel({ what, tracking, numbers: [...numbers] });
    expect(email.subject).toBe(subject);
    for (const number of ['9400', '1Z9'])
      expect(email.text.includes(`Tracking number: ${number}`)).toBe(numbers.some((each) => each === number));
  });

  it('asks for a better address if one came back', () => {
    const { html } = renderEmail('order-returned', { order, hasAccount: false, link, reason: 'unknown' }, shop);
    expect(html).toContain(`href="${PAGE}"`);
    expect(textOf('order-returned', { order, hasAccount: false, link, reason: null })).toContain('came back.');
  });
});

describe('the email about a changed order', () => {
  it.each([
    [undefined, 'You changed your order', 'That was not you?'],
    ['customer', 'You changed your order', 'That was not you?'],
    ['shop', 'We changed your order', 'Something about that is not right?'],
    ['both', 'You and we changed your order', 'Something about that is not right?'],
  ] as const)('says who made the changes: %s', (by, words, question) => {
    const text = textOf('order-changed', { order, hasAccount: false, changes: ['the delivery address'], link, by });
    expect(text).toContain(words);
    expect(text).toContain(question);
  });
});

describe('the email about an order in print', () => {
  it('names the last changes and the address if no other email did', () => {
    const text = textOf('order-printing', {
      order,
      hasAccount: false,
      link,
      lastChanges: ['Classic T-Shirt: placement', 'the delivery address'],
    });
    expect(text).toContain(
      'The last changes are in it: Classic T-Shirt: placement the delivery address Something about that is not right?',
    );
  });

  it('leaves later changes to the shipping email', () => {
    expect(
      textOf('order-shipped', {
        order,
        hasAccount: false,
        link,
        tracking: null,
        lastChanges: ['the delivery address'],
      }),
    ).toContain('The last changes are in it: the delivery address');
  });

  it('does not mention changes if there are none', () => {
    expect(textOf('order-printing', { order, hasAccount: false, link })).not.toMatch(/changes|Goes to/);
  });
});

it('the preheader of a refund email names a card or an account', () => {
  expect(EMAIL_TEMPLATES['order-refunded']({ order, hasAccount: true, amount: '10.00' }, shop).preheader).toBe(
    '$10.00 is on its way back to your card or account.',
  );
});

describe('the settings of the shop', () => {
  const tracking = { carrier: 'Post', number: '12 3', url: null };
  const props = { order, hasAccount: false, tracking, link };
  const carriers = [{ name: 'Post', trackingUrl: 'https://post.example/{number}' }];
  const seller = { ...DEFAULT_SHOP_SETTINGS.seller, name: 'Paws & Prints', address: '12 Elm Street\nSpringfield' };
  const LINE = 'Paws & Prints, 12 Elm Street, Springfield';

  it('have the carrier’s page, and the seller for the end of each email', () => {
    const set = new ShopLinks('https://petart.example/', { carriers, seller });
    const { html, text } = renderEmail('order-shipped', props, set);
    expect(html).toContain('href="https://post.example/123"');
    expect(html).toContain(`<br>${LINE.replace('&', '&amp;')}<br>`);
    expect(text.trimEnd().endsWith(`\n${LINE}`)).toBe(true);
  });

  it('change nothing if no carriers and no seller are set', () => {
    const unset = new ShopLinks('https://petart.example/', { seller: DEFAULT_SHOP_SETTINGS.seller });
    const ups = { ...props, tracking: { ...tracking, carrier: 'UPS' } };
    expect(renderEmail('order-shipped', ups, unset)).toEqual(renderEmail('order-shipped', ups, shop));
  });
});

describe('the estimated arrival', () => {
  const arriving = { ...order, arrival: { from: '2026-12-29', until: '2027-01-02' } };
  const props = { order: arriving, hasAccount: false, link };
  const line = 'Estimated: arrives Dec 29 – Jan 2.';

  it('is in the emails of an order that has not arrived', () => {
    expect(textOf('order-confirmed', props)).toContain(line);
    expect(textOf('order-printing', props)).toContain(line);
    expect(textOf('order-shipped', { ...props, tracking: null })).toContain(line);
    expect(textOf('order-changed', { ...props, changes: ['the delivery address'] })).toContain(line);
  });

  it('is in no email of an order without, or that has arrived', () => {
    expect(textOf('order-confirmed', { ...props, order })).not.toContain('Estimated');
    const delivered = { ...arriving, status: 'delivered' as const };
    expect(textOf('order-confirmed', { ...props, order: delivered })).not.toContain('Estimated');
  });
});
