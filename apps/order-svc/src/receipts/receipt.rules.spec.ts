import { formatCents } from '@shop/contracts-common';
import fc from 'fast-check';
import type { OrderItem } from '../orders/order-item.entity.js';
import { type PlacedText, wrapText } from './page-layout.rules.js';
import { layOutReceipt } from './receipt-layout.rules.js';
import { renderReceipt } from './receipt-pdf.js';
import { listPrintedSeller, type ReceiptRefund, type ReceiptSource, toReceipt } from './receipt.rules.js';

const PAGE = { width: 612, height: 792 };
const MARGIN = 56;
/** Every letter is half as wide as high. */
const measure = (text: string, { size }: { size: number }): number => text.length * size * 0.5;

const createItem = (n: number, change: Partial<OrderItem> = {}): OrderItem =>
  ({
    ...{ title: `Classic T-Shirt ${n}`, variantSelections: { size: 'M', color: 'Sand' } },
    ...{ quantity: 2, unitPriceCents: 2_400, subtotalCents: 4_800 },
    ...change,
  }) as OrderItem;

const createRefund = (change: Partial<ReceiptRefund> = {}): ReceiptRefund => ({
  amountCents: 500,
  requestedAt: new Date('2026-11-21T09:00:00Z'),
  refundedAt: new Date('2026-11-22T23:59:00Z'),
  failure: null,
  ...change,
});

const createSource = (change: Partial<ReceiptSource> = {}): ReceiptSource => ({
  order: {
    orderNumber: 'PA-7K3M9QX2TV',
    createdAt: new Date('2026-11-20T14:05:00Z'),
    paidAt: new Date('2026-11-20T14:07:00Z'),
    email: 'pat@example.com',
    anonymisedAt: null,
    currency: 'usd',
    ...{ subtotalCents: 9_000, shippingCents: 999, taxCents: 720, totalCents: 10_719 },
    shippingAddress: {
      ...{ name: 'Žofie Nguyễn', address: '12 Harbor Lane', address2: 'Apt 4', city: 'Portland' },
      ...{ state: 'ME', zip: '04101', country: 'US' },
    },
  } as ReceiptSource['order'],
  items: [createItem(1), createItem(2, { variantSelections: {} })],
  refunds: [],
  refundSummary: {
    ...{ currency: 'usd', refunded: '0.00', pending: '0.00', chargedBack: '0.00', retained: '107.19' },
    isDisputed: false,
  },
  seller: ['PetArt'],
  ...change,
});

it('names the seller of the settings, else that of the configuration, else the shop', () => {
  const config = { SELLER_NAME: 'Pet Art', SELLER_ADDRESS: ['1 Main Street'] };
  const list = (name: string, of = config) => listPrintedSeller({ name, address: '2 Elm Street\nPortland' }, of);
  expect(list('Paws')).toEqual(['Paws', '2 Elm Street', 'Portland']);
  expect(list('')).toEqual(['Pet Art', '1 Main Street']);
  expect(listPrintedSeller({ name: '', address: '' }, { SELLER_ADDRESS: [] })).toEqual(['PetArt']);
});

describe('the content of a receipt', () => {
  it('is what the order stores, with times and their zone', () => {
    expect(toReceipt(createSource({ seller: ['PetArt Inc.', '1 Main Street'] }))).toEqual({
      seller: ['PetArt Inc.', '1 Main Street'],
      orderNumber: 'PA-7K3M9QX2TV',
      facts: [
        ['Order', 'PA-7K3M9QX2TV'],
        ['Ordered', 'November 20, 2026, 14:05 UTC'],
        ['Paid', 'November 20, 2026, 14:07 UTC'],
        ['Email', 'pat@example.com'],
      ],
      shipTo: ['Žofie Nguyễn', '12 Harbor Lane', 'Apt 4', 'Portland, ME 04101', 'US'],
      lines: [
        { title: 'Classic T-Shirt 1', details: 'M, Sand', quantity: '2', unitPrice: '$24.00', amount: '$48.00' },
        { title: 'Classic T-Shirt 2', details: '', quantity: '2', unitPrice: '$24.00', amount: '$48.00' },
      ],
      totals: [
        { label: 'Subtotal', amount: '$90.00' },
        { label: 'Shipping', amount: '$9.99' },
        { label: 'Tax', amount: '$7.20' },
      ],
      total: { label: 'Total paid', amount: '$107.19' },
      refunds: [],
      rest: null,
      notes: ['All amounts in USD.'],
      changedAt: new Date('2026-11-20T14:07:00Z'),
    });
  });

  it('lists what went back or is on its way, and what is left, but no refund that failed', () => {
    const refunds = [
      createRefund(),
      createRefund({ amountCents: 100, refundedAt: null }),
      createRefund({ amountCents: 9_999, refundedAt: null, failure: 'card expired' }),
    ];
    const { refundSummary } = createSource();
    const summary = { ...refundSummary, refunded: '5.00', pending: '1.00', chargedBack: '2.00', retained: '99.19' };
    expect(toReceipt(createSource({ refunds, refundSummary: summary }))).toMatchObject({
      refunds: [
        { label: 'Refunded on November 22, 2026', amount: '−$5.00' },
        { label: 'Refund on its way', amount: '−$1.00' },
        { label: 'Given back by your bank', amount: '−$2.00' },
      ],
      rest: { label: 'Total after refunds', amount: '$99.19' },
      changedAt: new Date('2026-11-22T23:59:00Z'),
    });
  });

  it('adds up to the cent, whatever was refunded, disputed or paid twice', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 99 }), unitPriceCents: cents });
    const toCents = (amount: string): number => Math.round(Number(amount.replace('−', '-').replace('$', '')) * 100);
    const sumOf = (amounts: readonly { amount: string }[]): number =>
      amounts.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const drawn = { lines: fc.array(line, { minLength: 1, maxLength: 100 }), shippingCents: cents, taxCents: cents };
    const money = {
      back: fc.array(cents),
      pending: cents,
      chargedBack: cents,
      additional: fc.constantFrom(0, 1, 5_000),
    };
    fc.assert(
      fc.property(fc.record({ ...drawn, ...money }), ({ lines, shippingCents, taxCents, ...returned }) => {
        const items = lines.map((one, n) =>
          createItem(n, { ...one, subtotalCents: one.quantity * one.unitPriceCents }),
        );
        const subtotalCents = items.reduce((sum, item) => sum + item.subtotalCents, 0);
        const totalCents = subtotalCents + shippingCents + taxCents;
        const refunded = returned.back.reduce((sum, part) => sum + part, 0);
        const retained = totalCents + returned.additional - refunded - returned.pending - returned.chargedBack;
        fc.pre(retained >= 0);
        const { order, refundSummary } = createSource();
        const receipt = toReceipt(
          createSource({
            order: { ...order, subtotalCents, shippingCents, taxCents, totalCents } as ReceiptSource['order'],
            items,
            refunds: returned.back.map((amountCents) => createRefund({ amountCents })),
            refundSummary: {
              ...refundSummary,
              ...{ refunded: formatCents(refunded), pending: formatCents(returned.pending) },
              ...{ chargedBack: formatCents(returned.chargedBack), retained: formatCents(retained) },
            },
          }),
        );
        expect(sumOf(receipt.lines)).toBe(toCents(receipt.totals[0]?.amount ?? ''));
        expect(sumOf(receipt.totals)).toBe(toCents(receipt.total.amount));
        expect(sumOf([receipt.total, ...receipt.refunds])).toBe(
          receipt.rest ? toCents(receipt.rest.amount) : totalCents,
        );
      }),
    );
  });

  it('of an erased person has only the country', () => {
    const order = { ...createSource().order, email: null, anonymisedAt: new Date() } as ReceiptSource['order'];
    const { shipTo, facts } = toReceipt(createSource({ order }));
    expect(shipTo).toEqual(['US']);
    expect(facts.map(([label]) => label)).toEqual(['Order', 'Ordered', 'Paid']);
  });
});

describe('the pages of a receipt', () => {
  const layOut = (change: Partial<ReceiptSource> = {}) => layOutReceipt(toReceipt(createSource(change)), PAGE, measure);
  const edgeOf = ({ x, align, text, size }: PlacedText) => (align === 'right' ? x : x + measure(text, { size }));

  it('have each of a hundred lines once and in order, below the same heading, within the margins', () => {
    const items = Array.from({ length: 100 }, (_, n) => createItem(n, { title: `Article no. ${n}` }));
    const pages = layOut({ items });
    expect(pages.length).toBeGreaterThan(4);
    const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
    expect(texts.filter((text) => text.startsWith('Article no.'))).toEqual(items.map(({ title }) => title));
    expect(pages.slice(0, -1).every((page) => page.texts.some(({ text }) => text === 'Unit price'))).toBe(true);
    for (const text of pages.flatMap((page) => page.texts)) {
      expect(text.y + text.size).toBeLessThanOrEqual(PAGE.height - MARGIN + 4);
      expect(text.x).toBeGreaterThanOrEqual(MARGIN);
      expect(edgeOf(text)).toBeLessThanOrEqual(PAGE.width - MARGIN + 0.01);
    }
    expect(pages.map((page) => page.texts.at(-1)?.text)).toEqual(
      pages.map((_, n) => `Page ${n + 1} of ${pages.length}`),
    );
  });

  it('have all amounts at one right edge, and the sums together', () => {
    for (let count = 1; count < 40; count += 1) {
      const pages = layOut({ items: Array.from({ length: count }, (_, n) => createItem(n)) });
      const amounts = pages.flatMap((page) => page.texts).filter(({ text }) => /^−?\$(?!24\.00)/.test(text));
      expect(new Set(amounts.map(({ x, align }) => `${align} ${x}`))).toEqual(
        new Set([`right ${PAGE.width - MARGIN}`]),
      );
      const sums = pages.flatMap((page, n) =>
        page.texts.filter(({ text }) => ['Subtotal', 'Tax', 'Total paid'].includes(text)).map(() => n),
      );
      expect(new Set(sums).size).toBe(1);
    }
  });

  it('break long titles, and words that are wider than their column', () => {
    expect(wrapText('one two three', 40, (text) => text.length * 5)).toEqual(['one two', 'three']);
    expect(wrapText('x'.repeat(20), 40, (text) => text.length * 5)).toEqual(['x'.repeat(8), 'x'.repeat(8), 'xxxx']);
    const [page] = layOut({ items: [createItem(1, { title: 'W'.repeat(300) })] });
    const words = page?.texts.filter(({ text }) => /^W+$/.test(text)) ?? [];
    expect(words.map(({ text }) => text).join('')).toBe('W'.repeat(300));
  });
});

describe('the file of a receipt', () => {
  it('is the same for the same order, and has its pages', async () => {
    const receipt = toReceipt(createSource({ items: Array.from({ length: 100 }, (_, n) => createItem(n)) }));
    const [first, second] = [await renderReceipt(receipt, PAGE), await renderReceipt(receipt, PAGE)];
    expect(first.equals(second)).toBe(true);
    const text = first.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text.match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(4);
    expect(first.length).toBeLessThan(200_000);
  });
});
