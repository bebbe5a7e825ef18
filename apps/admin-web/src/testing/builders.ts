import type { AdminVariant } from '@shop/contracts-catalog';
import type { TimelineEntry } from '@shop/contracts-common';
import type {
  AdminMoney,
  AdminOrderDetail,
  AdminOrderItem,
  AdminReprint,
  MoneyDiscrepancy,
  ProblemReport,
} from '@shop/contracts-order';
import type { AdminUserDetail } from '@shop/contracts-identity';
import type { ContactSubmissionDetail } from '@shop/contracts-support';

/** Names of the first requests of each screen, as keys for `stubApi`. */
export const ORDERS = 'GET /api/admin/orders?limit=50';
export const REQUESTS = 'GET /api/admin/contact-submissions?limit=50';
export const SUMMARY = 'GET /api/admin/contact-submissions/summary';
export const REVIEW_SUMMARY = 'GET /api/admin/reviews/summary';
/** By email, in the drawer of a request. */
export const ORDERS_OF_SENDER = 'POST /api/admin/orders/search?limit=10';
export const PRODUCTS = 'GET /api/admin/products?limit=50';
export const NIMDA_ORDERS = 'GET /api/admin/orders?limit=10';
export const NIMDA_REQUESTS = 'GET /api/admin/contact-submissions?limit=10';

const now = (): string => new Date().toISOString();

export const createTimelineEntry = (overrides: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: crypto.randomUUID(),
  at: now(),
  action: 'order.paid',
  actor: null,
  summary: 'The payment arrived.',
  before: null,
  after: null,
  ...overrides,
});

export const createOrderItem = (overrides: Partial<AdminOrderItem> = {}): AdminOrderItem => ({
  id: crypto.randomUUID(),
  productId: crypto.randomUUID(),
  title: 'Classic T-Shirt',
  imageUrl: '/pictures/classic-tee-white.svg',
  generatedImage: { id: crypto.randomUUID(), url: '/media/artwork' },
  variantSelections: { size: 'M', color: 'White' },
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  scaleSense: 'whole-artwork',
  quantity: 2,
  unitPrice: '24.00',
  subtotal: '48.00',
  mockupUrl: null,
  printFile: null,
  printFileFailure: null,
  ...overrides,
});

export const createOrderDetail = (overrides: Partial<AdminOrderDetail> = {}): AdminOrderDetail => ({
  id: crypto.randomUUID(),
  orderNumber: 'PA-7K3M9QXW2T',
  createdAt: now(),
  status: 'processing',
  paymentStatus: 'paid',
  email: 'pat@example.com',
  subtotal: '48.00',
  shipping: '9.99',
  tax: '3.84',
  total: '61.83',
  shippingAddress: {
    name: 'Pat Doe',
    address: '12 Elm Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62704',
    country: 'US',
  },
  userId: null,
  note: null,
  tracking: null,
  nextStatuses: ['shipped', 'cancelled'],
  payment: {
    provider: 'sandbox',
    paymentIntentId: 'pi_sandbox_1',
    paidAt: now(),
    currency: 'usd',
    message: null,
    refundable: '61.83',
    refunds: [],
    disputes: [],
  },
  items: [
    createOrderItem({
      mockupUrl: '/media/mockup',
      printFile: { id: crypto.randomUUID(), url: '/api/admin/print-files/1', widthPx: 4500, heightPx: 5400, dpi: 142 },
    }),
  ],
  timeline: [createTimelineEntry()],
  fulfilment: null,
  canChangeAddress: false,
  isPrintFileMissing: false,
  version: 'paid.a.none.6183',
  anonymisedAt: null,
  ...overrides,
});

export const createRequestDetail = (overrides: Partial<ContactSubmissionDetail> = {}): ContactSubmissionDetail => ({
  id: crypto.randomUUID(),
  name: 'Nora Lind',
  email: 'nora@example.com',
  subject: 'Where is my hoodie?',
  message: 'I ordered it two weeks ago.\nIt is blue.',
  status: 'new',
  createdAt: now(),
  nextStatuses: ['read', 'replied', 'archived'],
  canBeReplied: true,
  version: 'new.0',
  replies: [],
  timeline: [createTimelineEntry({ action: 'contact.received', summary: 'Nora Lind wrote.' })],
  ...overrides,
});

export const createUser = (overrides: Partial<AdminUserDetail> = {}): AdminUserDetail => ({
  id: crypto.randomUUID(),
  email: 'nora@example.com',
  firstName: 'Nora',
  lastName: 'Lind',
  role: 'user',
  emailConfirmed: true,
  hasSecondFactor: false,
  createdAt: now(),
  closedAt: null,
  version: 'user',
  sessions: [{ browser: 'Firefox on Linux', signedInAt: now(), lastUsedOn: '2026-11-20' }],
  ...overrides,
});

export const createVariant = (overrides: Partial<AdminVariant> = {}): AdminVariant => ({
  id: crypto.randomUUID(),
  productId: crypto.randomUUID(),
  name: 'M',
  type: 'size',
  priceModifier: '0.00',
  active: true,
  colorHex: null,
  imageUrl: null,
  printArea: null,
  position: 0,
  version: 1,
  ...overrides,
});

export const createMoney = (overrides: Partial<AdminMoney> = {}): AdminMoney => ({
  received: '0.00',
  refunded: '0.00',
  refundsPending: '0.00',
  disputed: '0.00',
  lostToDisputes: '0.00',
  orders: { paid: 0, total: '0.00' },
  printFiles: { required: 0, completed: 0, failed: 0 },
  printJobs: { due: 0, atPrinter: 0, waiting: 0 },
  discrepancies: [],
  discrepanciesCount: 0,
  ...overrides,
});

export const createDiscrepancy = (overrides: Partial<MoneyDiscrepancy> = {}): MoneyDiscrepancy => ({
  id: crypto.randomUUID(),
  kind: 'amount-mismatch',
  orderId: crypto.randomUUID(),
  orderNumber: 'PA-7K3M9QXW2T',
  since: now(),
  message: '$1.00 was paid for order PA-7K3M9QXW2T, whose total is $61.83.',
  action: { label: 'Give the money back', warning: 'The customer gets $1.00 back.' },
  ...overrides,
});

export const createProblemReport = (overrides: Partial<ProblemReport> = {}): ProblemReport => ({
  id: crypto.randomUUID(),
  kind: 'damaged',
  text: 'The print peels off.',
  items: [],
  photoUrls: ['/media/photo'],
  reportedAt: now(),
  state: 'open',
  answer: null,
  ...overrides,
});

export const createReprint = (overrides: Partial<AdminReprint> = {}): AdminReprint => ({
  id: crypto.randomUUID(),
  state: 'submitted',
  items: [{ orderItemId: crypto.randomUUID(), title: 'Classic T-Shirt', quantity: 1 }],
  requestedAt: now(),
  tracking: null,
  reason: 'damaged',
  note: null,
  photoUrls: [],
  reportId: null,
  shippingAddress: createOrderDetail().shippingAddress,
  isByHand: false,
  problem: null,
  externalId: null,
  cost: null,
  canBeCancelled: false,
  canBeRetried: false,
  canBeMarkedSent: false,
  ...overrides,
});
