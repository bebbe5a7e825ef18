import { BRAND } from '@shop/contracts-common';
import fc from 'fast-check';
import { HARD_EMAIL_SAMPLES, EMAIL_SAMPLES, sampleItem, sampleOrder } from '../../test/email-samples.js';
import type { EmailTemplate, EmailProps } from './email-props.js';
import { EMAIL_TEMPLATES, renderEmail, type RenderedEmail } from './render-email.js';
import { ShopLinks } from './shop-links.js';

const ORIGIN = 'https://petart.example';
const shop = new ShopLinks(`${ORIGIN}/`);
const names = Object.keys(EMAIL_TEMPLATES) as EmailTemplate[];
const render = (name: EmailTemplate, props: EmailProps[EmailTemplate]): RenderedEmail => renderEmail(name, props, shop);
const all = names.flatMap((name) => [
  [name, 'ordinary', EMAIL_SAMPLES[name]] as const,
  [name, 'difficult contents', HARD_EMAIL_SAMPLES[name]] as const,
]);

const CONTROLS = /[^\P{Cc}\n\t]/u;
const NAMESPACES = /xmlns(?::\w)?="[^"]*"/g;
/** The tags without attribute values. User text must not change them, except for line breaks and direction isolation. */
const skeleton = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replace(/"[^"]*"/g, '""'))
    .filter((tag) => !['<br>', '<bdi>', '</bdi>'].includes(tag));
const toVisibleText = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, entity: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[entity] ?? '',
    );

/** Ordinary and malicious user text. */
const userTexts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        '<b>',
        '</td>',
        '"',
        "'",
        '">',
        '<!--',
        '-->',
        '<![endif]-->',
        '{{subject}}',
        '{{{blocks}}}',
        '$&',
        '$1',
        '&lt;',
        '&',
        'שלום',
        'مرحبا',
        '🐕‍🦺',
        '\r\n',
        '\u2028',
        '\u202e',
        '\u0000',
        '\\',
        'onload=x',
        'a',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('every email', () => {
  it.each(all)('%s, %s: has a one-line subject, a preheader, HTML in two themes, and plain text', (name, _, props) => {
    const { subject, html, text } = render(name, props);
    expect(subject).not.toBe('');
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr"/);
    expect(html).toMatch(/<div style="display:none[^"]*">[^<]{10,}<\/div>/);
    for (const sign of [
      '<meta name="color-scheme" content="light dark">',
      '@media (prefers-color-scheme: dark)',
      '<meta name="viewport"',
      BRAND,
    ])
      expect(html).toContain(sign);
    expect(text).toContain(`-- \n${BRAND}, ${ORIGIN}\n`);
    expect(text).not.toMatch(/<\/?(?:td|div|span|br)\b|&(?:amp|lt|quot);.*<td/);
  });

  it.each(all)('%s, %s: links only to the shop and loads nothing from other hosts', (name, _, props) => {
    const { html, text } = render(name, props);
    const known = name === 'order-shipped' ? ['https://carrier.example/track/94001'] : [];
    const source = html.replace(NAMESPACES, '');
    const addresses = [...source.matchAll(/(?:https?:)?\/\/[^\s"'<>)]+/g), ...text.matchAll(/https?:\/\/\S+/g)].map(
      ([address]) => address,
    );
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => !known.includes(address) && new URL(address).origin !== ORIGIN)).toEqual([]);
    const loaded = [...source.matchAll(/\ssrc="([^"]*)"/g)].map(([, address = '']) => address);
    expect(
      loaded.filter((address) => !/^https:\/\/petart\.example\/media\/[\w-]+\?w=(?:320|1024)$/.test(address)),
    ).toEqual([]);
    expect(source).not.toMatch(/<link|@import|url\(|<script|<iframe|<object|background="|(?:width|height)="1"/i);
  });

  it.each(all)('%s, %s: has all its links in plain text', (name, _, props) => {
    const { html, text } = render(name, props);
    const links = [...html.matchAll(/\shref="([^"]*)"/g)]
      .map(([, address = '']) => toVisibleText(address))
      .filter((address) => address !== `${ORIGIN}/`);
    expect(links.filter((address) => !text.includes(address))).toEqual([]);
  });
});

describe('user text', () => {
  const skeletonOf = (name: EmailTemplate, props: EmailProps[EmailTemplate]): string[] =>
    skeleton(render(name, props).html);
  const orderWith = (userText: string) =>
    sampleOrder({
      items: [sampleItem({ title: `a${userText}`, variantSelections: { size: userText, color: userText } })],
      shippingAddress: {
        name: userText,
        address: userText,
        city: userText,
        state: userText,
        zip: userText,
        country: userText,
      },
    });

  it('never becomes a tag, an attribute or a template slot', () => {
    const plain = {
      order: skeletonOf('order-shipped', {
        order: orderWith('x'),
        hasAccount: true,
        tracking: { carrier: 'x', number: 'x', url: null },
      }),
      answer: skeletonOf('request-answered', { name: 'x', subject: 'x', question: 'x', answer: 'x' }),
    };
    fc.assert(
      fc.property(userTexts, (userText) => {
        expect(
          skeletonOf('order-shipped', {
            order: orderWith(userText),
            hasAccount: true,
            tracking: { carrier: userText, number: userText, url: null },
          }),
        ).toEqual(plain.order);
        expect(
          skeletonOf('request-answered', { name: userText, subject: userText, question: userText, answer: userText }),
        ).toEqual(plain.answer);
      }),
      { numRuns: 300 },
    );
  });

  it('appears as written in HTML and plain text', () => {
    fc.assert(
      fc.property(userTexts, (userText) => {
        fc.pre(!CONTROLS.test(userText));
        const { html, text } = render('request-answered', {
          name: 'Pat',
          subject: 'x',
          question: 'x',
          answer: userText,
        });
        expect(toVisibleText(html)).toContain(userText);
        expect(text).toContain(userText);
      }),
      { numRuns: 300 },
    );
  });

  it('never adds a line to a subject', () => {
    fc.assert(
      fc.property(userTexts, (userText) => {
        const subjects = [
          render('request-answered', { name: userText, subject: userText, question: userText, answer: userText }),
          render('artwork-ready', { petName: userText, styleKey: 'modern', imageUrl: '/media/x' }),
        ];
        for (const { subject } of subjects)
          expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u);
      }),
    );
  });

  it('does not change the text direction of its sentence', () => {
    const { html, text } = render('order-confirmed', HARD_EMAIL_SAMPLES['order-confirmed']);
    expect(html).toContain('<bdi>חולצה עם כלב 🐶</bdi>');
    expect(html).toContain('dir="auto" style="text-align:left">مريم بنت عبد الله<');
    expect(text).toContain('\u2068חולצה עם כלב 🐶\u2069');
  });

  it('that looks like a link is not sent to unconfirmed addresses', () => {
    const name = 'Win now at evil.example';
    expect(render('welcome', { firstName: name, token: 'token' }).html).not.toContain('evil.example');
    expect(render('artwork-ready', { petName: name, styleKey: 'modern', imageUrl: '/media/x' }).subject).toBe(
      'Your artwork is ready',
    );
  });
});

it.each([
  ['turned-on', 'Two-step sign-in is on', 'was turned on'],
  ['turned-off', 'Two-step sign-in is off', 'was turned off'],
  ['reset', 'Two-step sign-in was reset', 'an operator of the shop'],
  ['recovery-code-used', 'A recovery code was used', '1 code is left'],
  ['recovery-codes-renewed', 'You have new recovery codes', 'no longer work'],
] as const)('the email about a second factor that was %s has the subject %s', (change, expected, part) => {
  const props = { ...EMAIL_SAMPLES['second-factor'], change, recoveryCodesLeft: 1 };
  const { subject, text } = render('second-factor', props);
  expect([subject, text.replaceAll(/\s+/g, ' ')]).toEqual([expected, expect.stringContaining(part)]);
});

describe('the images of an order', () => {
  const pictures = (change: Parameters<typeof sampleItem>[0]): string[] =>
    [
      ...render('order-confirmed', {
        order: sampleOrder({ items: [sampleItem(change)] }),
        hasAccount: false,
      }).html.matchAll(/\ssrc="([^"]*)"/g),
    ].map(([, address = '']) => address);

  it('are mock-ups, or artworks if there are none', () => {
    const generatedImage = { id: sampleItem().id, url: '/media/artwork' };
    expect(pictures({ mockupUrl: '/media/mockup', generatedImage })).toEqual([`${ORIGIN}/media/mockup?w=320`]);
    expect(pictures({ mockupUrl: null, generatedImage })).toEqual([`${ORIGIN}/media/artwork?w=320`]);
  });

  it.each([
    'https://elsewhere.example/pixel.png',
    '//elsewhere.example/pixel.png',
    '/media/../api/cart',
    'javascript:alert(1)',
    '/media/x"onload="y',
    '',
  ])('never include %j', (address) => {
    expect(pictures({ mockupUrl: address, generatedImage: null })).toEqual([]);
  });
});

describe('the tracking button', () => {
  const shipped = (url: string | null, carrier = 'USPS') =>
    render('order-shipped', { order: sampleOrder(), hasAccount: false, tracking: { carrier, number: '9400', url } });

  it('links to an https tracking page', () => {
    expect(shipped('https://carrier.example/9400').html).toContain('href="https://carrier.example/9400"');
  });

  it.each(['javascript:alert(1)', 'http://carrier.example/9400', 'not an address'])(
    'is missing for the tracking address %j',
    (url) => {
      const { html, text } = shipped(url);
      expect(html).not.toContain('Follow the parcel');
      expect(text).toContain('Tracking number: 9400');
    },
  );

  it('uses the page of a known carrier if there is no tracking address', () => {
    expect(shipped(null).html).toContain('Follow the parcel');
    expect(shipped(null, 'A friend with a car').html).not.toContain('Follow the parcel');
  });
});
