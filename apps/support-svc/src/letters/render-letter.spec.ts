import { BRAND } from '@shop/contracts/common';
import fc from 'fast-check';
import { HARD_LETTER_SAMPLES, LETTER_SAMPLES, sampleItem, sampleOrder } from '../../test/letter-samples.js';
import type { LetterName, LetterProps } from './letter-props.js';
import { LETTERS, renderLetter, type RenderedLetter } from './render-letter.js';
import { ShopLinks } from './shop-links.js';

const ORIGIN = 'https://petart.example';
const shop = new ShopLinks(`${ORIGIN}/`);
const names = Object.keys(LETTERS) as LetterName[];
const render = (name: LetterName, props: LetterProps[LetterName]): RenderedLetter => renderLetter(name, props, shop);
const all = names.flatMap((name) => [
  [name, 'as most get it', LETTER_SAMPLES[name]] as const,
  [name, 'with hard contents', HARD_LETTER_SAMPLES[name]] as const,
]);

const CONTROLS = /[^\P{Cc}\n\t]/u;
const NAMESPACES = /xmlns(?::\w)?="[^"]*"/g;
/** The tags without what stands in their attributes: what nobody's words may change, but for line ends and being kept apart. */
const skeleton = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .map((tag) => tag.replace(/"[^"]*"/g, '""'))
    .filter((tag) => !['<br>', '<bdi>', '</bdi>'].includes(tag));
const shownBy = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, entity: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[entity] ?? '',
    );

/** What people type, and what people type who mean harm. */
const words = fc.oneof(
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

describe('every letter', () => {
  it.each(all)(
    '%s, %s: has a subject of one line, a preheader, HTML in two themes, and plain text',
    (name, _, props) => {
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
    },
  );

  it.each(all)('%s, %s: leads nowhere but to the shop, and loads nothing from elsewhere', (name, _, props) => {
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

  it.each(all)('%s, %s: says in plain text where each of its links leads', (name, _, props) => {
    const { html, text } = render(name, props);
    const links = [...html.matchAll(/\shref="([^"]*)"/g)]
      .map(([, address = '']) => shownBy(address))
      .filter((address) => address !== `${ORIGIN}/`);
    expect(links.filter((address) => !text.includes(address))).toEqual([]);
  });
});

describe("a person's words", () => {
  const skeletonOf = (name: LetterName, props: LetterProps[LetterName]): string[] => skeleton(render(name, props).html);
  const orderWith = (said: string) =>
    sampleOrder({
      items: [sampleItem({ title: `a${said}`, variantSelections: { size: said, color: said } })],
      shippingAddress: { name: said, address: said, city: said, state: said, zip: said, country: said },
    });

  it('never become tags, attributes or slots of a template', () => {
    const plain = {
      order: skeletonOf('order-shipped', {
        order: orderWith('x'),
        hasAccount: true,
        tracking: { carrier: 'x', number: 'x', url: null },
      }),
      answer: skeletonOf('request-answered', { name: 'x', subject: 'x', question: 'x', answer: 'x' }),
    };
    fc.assert(
      fc.property(words, (said) => {
        expect(
          skeletonOf('order-shipped', {
            order: orderWith(said),
            hasAccount: true,
            tracking: { carrier: said, number: said, url: null },
          }),
        ).toEqual(plain.order);
        expect(skeletonOf('request-answered', { name: said, subject: said, question: said, answer: said })).toEqual(
          plain.answer,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are shown as they were written, in both forms', () => {
    fc.assert(
      fc.property(words, (said) => {
        fc.pre(!CONTROLS.test(said));
        const { html, text } = render('request-answered', { name: 'Pat', subject: 'x', question: 'x', answer: said });
        expect(shownBy(html)).toContain(said);
        expect(text).toContain(said);
      }),
      { numRuns: 300 },
    );
  });

  it('never make a second line of a subject', () => {
    fc.assert(
      fc.property(words, (said) => {
        const subjects = [
          render('request-answered', { name: said, subject: said, question: said, answer: said }),
          render('artwork-ready', { petName: said, styleKey: 'modern', imageUrl: '/media/x' }),
        ];
        for (const { subject } of subjects)
          expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+$/u);
      }),
    );
  });

  it('keep their direction to themselves', () => {
    const { html, text } = render('order-confirmed', HARD_LETTER_SAMPLES['order-confirmed']);
    expect(html).toContain('<bdi>חולצה עם כלב 🐶</bdi>');
    expect(html).toContain('dir="auto" style="text-align:left">مريم بنت عبد الله<');
    expect(text).toContain('\u2068חולצה עם כלב 🐶\u2069');
  });

  it('are not repeated to an address that nobody has confirmed', () => {
    const name = 'Win now at evil.example';
    expect(render('welcome', { firstName: name }).html).not.toContain('evil.example');
    expect(render('artwork-ready', { petName: name, styleKey: 'modern', imageUrl: '/media/x' }).subject).toBe(
      'Your artwork is ready',
    );
  });
});

describe('the pictures of an order', () => {
  const pictures = (change: Parameters<typeof sampleItem>[0]): string[] =>
    [
      ...render('order-confirmed', {
        order: sampleOrder({ items: [sampleItem(change)] }),
        hasAccount: false,
      }).html.matchAll(/\ssrc="([^"]*)"/g),
    ].map(([, address = '']) => address);

  it('are the mock-ups, else the artworks', () => {
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
  ])('are never %j', (address) => {
    expect(pictures({ mockupUrl: address, generatedImage: null })).toEqual([]);
  });
});

describe('a parcel', () => {
  const shipped = (url: string | null, carrier = 'USPS') =>
    render('order-shipped', { order: sampleOrder(), hasAccount: false, tracking: { carrier, number: '9400', url } });

  it('is followed at its carrier, where that has an https address', () => {
    expect(shipped('https://carrier.example/9400').html).toContain('href="https://carrier.example/9400"');
  });

  it.each(['javascript:alert(1)', 'http://carrier.example/9400', 'not an address'])(
    'is named without a link for the address %j',
    (url) => {
      const { html, text } = shipped(url);
      expect(html).not.toContain('Follow the parcel');
      expect(text).toContain('Tracking number: 9400');
    },
  );

  it('is followed where its carrier is known to tell of parcels, where no address was typed in', () => {
    expect(shipped(null).html).toContain('Follow the parcel');
    expect(shipped(null, 'A friend with a car').html).not.toContain('Follow the parcel');
  });
});
