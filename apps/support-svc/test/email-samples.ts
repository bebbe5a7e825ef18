import { randomUUID } from 'node:crypto';
import type { EventInput } from '@shop/contracts-common';
import type { Order, OrderItem, orderStatusChanged, OrderStatus } from '@shop/contracts-order';
import type { EmailTemplate, EmailProps } from '../src/emails/email-props.js';

type Samples = { readonly [Name in EmailTemplate]: EmailProps[Name] };

const id = (last: number): string => `0b6f1c1e-57c1-4a3a-9d3a-${String(last).padStart(12, '0')}`;

export const sampleItem = (change: Partial<OrderItem> = {}): OrderItem => ({
  id: id(11),
  productId: id(21),
  title: 'Classic T-Shirt',
  imageUrl: null,
  generatedImage: { id: id(31), url: `/media/${id(31)}` },
  variantSelections: { size: 'M', color: 'Sand' },
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  scaleSense: 'whole-artwork',
  quantity: 1,
  unitPrice: '24.00',
  subtotal: '24.00',
  mockupUrl: `/media/${id(41)}`,
  ...change,
});

export const sampleOrder = (change: Partial<Order> = {}): Order => ({
  id: id(1),
  orderNumber: 'PA-7K3M9QX2TV',
  createdAt: '2026-11-20T14:05:00.000Z',
  status: 'paid',
  paymentStatus: 'paid',
  email: 'pat@example.com',
  subtotal: '90.00',
  shipping: '9.99',
  tax: '7.20',
  total: '107.19',
  shippingAddress: {
    name: 'Pat Rivera',
    address: '12 Harbor Lane',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    country: 'US',
  },
  items: [
    sampleItem(),
    sampleItem({
      id: id(12),
      title: 'Pullover Hoodie',
      variantSelections: { size: 'L', color: 'Midnight Blue' },
      quantity: 1,
      unitPrice: '48.00',
      subtotal: '48.00',
      mockupUrl: null,
    }),
    sampleItem({
      id: id(13),
      title: 'Round Pet Tag',
      variantSelections: {},
      quantity: 2,
      unitPrice: '9.00',
      subtotal: '18.00',
      mockupUrl: null,
      generatedImage: null,
    }),
  ],
  ...change,
});

/** The event of art-svc about a finished print file and mock-up of an item. */
export const printFileEvent = (order: Order, index: number, change: { revision?: number } = {}) => {
  const [orderItemId, fileId] = [order.items[index]?.id ?? '', randomUUID()];
  return {
    subject: `order-item/${orderItemId}`,
    data: {
      orderId: order.id,
      orderItemId,
      printFile: {
        id: fileId,
        url: `/api/admin/print-files/${fileId}`,
        widthPx: 4500,
        heightPx: 5400,
        bleedPx: 0,
        dpi: 300,
        sha256: '0'.repeat(64),
      },
      mockup: { id: fileId, url: `/media/${fileId}` },
      ...change,
    },
  };
};

/** An order with new ids and a new address. */
export const newOrder = (change: Partial<Order> = {}): Order =>
  sampleOrder({
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    items: [sampleItem({ id: randomUUID(), mockupUrl: null })],
    ...change,
  });

/** The data of the event about a status change. */
export const statusChange = (
  order: Order,
  from: OrderStatus,
  to: OrderStatus,
  change: Partial<EventInput<typeof orderStatusChanged>> = {},
): EventInput<typeof orderStatusChanged> => ({
  orderId: order.id,
  orderNumber: order.orderNumber,
  from,
  to,
  order: { ...order, status: to },
  userId: null,
  tracking: null,
  link: { key: 'key', changeableUntil: null },
  ...change,
});

const LINK = { key: 'tbk2v0.sZ5p0Qm3v8rXk1TnYb6cWd2eUf4gHj7isZ5p0Qm3v8r', changeableUntil: null };

/** Texts by other people and systems. */
interface UserTexts {
  product: string;
  bank: string;
  question: string;
}

const createSamples = (order: Order, firstName: string | null, { product, bank, question }: UserTexts): Samples => ({
  welcome: { firstName, token: 'sZ5p0Qm3v8rXk1TnYb6cWd2eUf4gHj7i' },
  'reset-link': { firstName, token: 'sZ5p0Qm3v8rXk1TnYb6cWd2eUf4gHj7i' },
  'confirm-email': { firstName, token: 'sZ5p0Qm3v8rXk1TnYb6cWd2eUf4gHj7i' },
  'owner-news': {
    ...{ orderCount: 62, requestCount: 1, period: 'on November 29' },
    orders: [
      { id: id(1), title: 'PA-7K3M9QX2TV', name: 'Pat Rivera', total: '107.19' },
      { id: id(2), title: 'PA-0H4N8RZ3WK', name: 'نورا', total: '24.00' },
    ],
    requests: [{ id: id(3), title: 'A parcel to Maine', name: 'Nora Lind' }],
  },
  'account-exists': { firstName },
  'signed-out': { firstName, at: '2026-11-20T14:05:00.000Z' },
  'password-changed': { firstName, at: '2026-11-20T14:05:00.000Z', by: 'owner' },
  'password-guesses': { firstName },
  'admin-sign-in': {
    firstName,
    email: 'ada@example.com',
    at: '2026-11-20T14:05:00.000Z',
    browser: 'Firefox on Linux',
    network: '203.0.113.0/24',
  },
  'admin-rights': {
    firstName,
    email: 'ada@example.com',
    at: '2026-11-20T14:05:00.000Z',
    change: 'granted',
    permissions: ['export'],
  },
  'second-factor': { firstName, at: '2026-11-20T14:05:00.000Z', change: 'recovery-code-used', recoveryCodesLeft: 9 },
  'order-confirmed': {
    order,
    hasAccount: true,
    link: { ...LINK, changeableUntil: new Date(Date.now() + 3_000_000).toISOString() },
  },
  'order-changed': {
    order,
    hasAccount: false,
    changes: ['Classic T-Shirt: size L', `${product}: placement`],
    link: { ...LINK, changeableUntil: new Date(Date.now() + 3_000_000).toISOString() },
  },
  'order-unpaid': { order, hasAccount: false, message: bank, link: LINK },
  'order-out-of-stock': {
    order,
    hasAccount: false,
    link: LINK,
    articles: [`${product}, size L, Midnight Blue`],
  },
  'order-code': { order, hasAccount: false, code: '048213' },
  'order-review': {
    order: { id: order.id, orderNumber: order.orderNumber },
    firstName: 'Pat',
    products: order.items.map(({ title }) => title),
    key: 'hT4nWq8zR2mXcV7bLpY5dK',
  },
  'order-question': { order, hasAccount: false, link: LINK, question },
  'order-reprint': {
    order,
    hasAccount: false,
    link: LINK,
    what: 'sent',
    items: [{ orderItemId: order.items[0]?.id ?? '', title: product, quantity: 1 }],
    shippingAddress: order.shippingAddress,
    tracking: null,
    reason: null,
  },
  'problem-answered': { order, hasAccount: false, link: LINK, text: question, answer: question },
  'question-answered': { orderId: order.id, orderNumber: order.orderNumber, question, answer: question },
  'asked-order-changed': { orderId: order.id, orderNumber: order.orderNumber, changes: [`${product}: artwork`] },
  'order-printing': {
    order,
    hasAccount: false,
    link: LINK,
    lastChanges: [`${product}: placement`, 'the delivery address'],
  },
  'order-shipped': {
    order,
    hasAccount: true,
    tracking: { carrier: 'USPS', number: '9400 1000 0000 0000 0000 00', url: 'https://carrier.example/track/94001' },
  },
  'order-parcel': {
    order,
    hasAccount: false,
    link: LINK,
    what: 'sent',
    numbers: ['1Z999AA10123456784'],
    tracking: {
      carrier: 'USPS',
      number: '9400',
      url: null,
      further: [{ carrier: product, number: '1Z999AA10123456784', url: null }],
    },
  },
  'order-returned': { order, hasAccount: false, link: LINK, reason: bank },
  'order-delivered': { order, hasAccount: true },
  'order-cancelled': {
    order,
    hasAccount: true,
    refundSummary: {
      currency: 'usd',
      refunded: '10.00',
      pending: '97.19',
      chargedBack: '0.00',
      retained: '0.00',
      isDisputed: false,
    },
  },
  'order-refunded': { order, hasAccount: true, amount: order.total },
  'continue-design': { token: 'sZ5p0Qm3v8rXk1TnYb6cWd2eUf4gHj7i' },
  'artwork-ready': { petName: firstName ?? null, styleKey: 'cyberpunk', imageUrl: `/media/${id(51)}` },
  'request-received': {},
  'request-answered': {
    name: firstName ?? question,
    subject: question,
    question: `${question}\n\nThank you!`,
    answer: `Yes, we do.\n\n${question}\n\nAll the best,\nRobin`,
  },
  'account-erased': { firstName },
  'drawing-budget': { day: '2026-11-28', spentCents: 4_010, budgetCents: 5_000 },
  'discrepancies-found': {
    count: 23,
    newest: [
      {
        orderNumber: order.orderNumber,
        message: `Order ${order.orderNumber} is paid, and not with the printer yet: Printful refused this order.`,
      },
      {
        orderNumber: null,
        message: '$35.91 was paid at Stripe and belongs to no order (payment pi_3QXyZ2eZvKYlo2C1).',
      },
      {
        orderNumber: order.orderNumber,
        message: `Order ${order.orderNumber} was paid, but the print file of ${product} can't be made: it could not be drawn.`,
      },
    ],
  },
});

/** Props of ordinary emails. */
export const EMAIL_SAMPLES: Samples = {
  ...createSamples(sampleOrder(), 'Pat', {
    product: 'Pullover Hoodie',
    bank: 'The account has too little on it.',
    question: 'Do you ship to Maine?',
  }),
  'artwork-ready': { petName: 'Biscuit', styleKey: 'cyberpunk', imageUrl: `/media/${id(51)}` },
};

const LONG =
  'Extraordinarily-comfortable-heavyweight-organic-cotton-t-shirt-with-a-name-that-goes-on-and-on-and-never-has-a-space-in-it';
const HARD_TEXT = 'שלום, האם אתם שולחים לחיפה? <b>Bold</b> & "quoted" 🐕‍🦺\r\nBcc: everybody@example.com';

/** Props with difficult content: tags, quotes, line breaks, other scripts, emoji, and long words without a space. */
export const HARD_EMAIL_SAMPLES: Samples = createSamples(
  sampleOrder({
    email: 'a.very.long.address.of.somebody@a-very-long-host-name.example.com',
    subtotal: '99999999.99',
    shippingAddress: {
      name: 'مريم بنت عبد الله',
      address: `<img src=x onerror=alert(1)> ${LONG}`,
      city: '"><script>',
      state: 'ME',
      zip: '04101',
      country: 'US',
    },
    items: [
      sampleItem({
        title: LONG,
        quantity: 120,
        subtotal: '2880.00',
        variantSelections: { size: 'XXXL', color: '"><b onmouseover=alert(1)>' },
      }),
      sampleItem({ title: 'חולצה עם כלב 🐶', mockupUrl: 'https://elsewhere.example/pixel.png', generatedImage: null }),
      sampleItem({
        title: `'"&lt;{{subject}}{{{blocks}}}$&`,
        mockupUrl: '/media/../etc"onload=alert(1)',
        generatedImage: null,
      }),
    ],
  }),
  'Ze’ev <b>זאב</b> 🐺',
  { product: HARD_TEXT, bank: HARD_TEXT, question: HARD_TEXT },
);
