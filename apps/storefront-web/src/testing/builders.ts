import type { Design, Style } from '@shop/contracts-art';
import type { Product, Variant } from '@shop/contracts-catalog';
import {
  computeOrderTotals,
  type Cart,
  type CartItem,
  type CustomerOrder,
  type Order,
  type OrderPrint,
  type OwnOrder,
  type ProblemReport,
  type Reprint,
} from '@shop/contracts-order';
import { formatCents, parseCents } from '@shop/contracts-common';
import { getDefaultMoneyBack } from '../orders/order-state.js';

const DEFAULT_PLACEMENT = { x: 50, y: 50, scale: 100, rotation: 0 };
const TIME = '2026-11-18T10:00:00.000Z';

export const aProduct = (given: Partial<Product> = {}): Product => ({
  id: crypto.randomUUID(),
  title: 'Classic T-Shirt',
  description: 'Soft cotton.',
  category: 'tshirt',
  basePrice: '24.00',
  imageUrl: '/pictures/tshirt-white.svg',
  mockupTemplateUrl: null,
  active: true,
  createdAt: TIME,
  printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
  pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
  version: 1,
  ...given,
});

export const aVariant = (given: Partial<Variant> = {}): Variant => ({
  id: crypto.randomUUID(),
  productId: crypto.randomUUID(),
  name: 'M',
  type: 'size',
  priceModifier: '0.00',
  active: true,
  colorHex: null,
  imageUrl: null,
  printArea: null,
  ...given,
});

export const aStyle = (key: string, given: Partial<Style> = {}): Style => ({
  id: crypto.randomUUID(),
  key,
  name: key.charAt(0).toUpperCase() + key.slice(1),
  description: `All in ${key}.`,
  ...given,
});

export const aCartItem = (given: Partial<CartItem> = {}): CartItem => {
  const imageId = crypto.randomUUID();
  const productId = crypto.randomUUID();
  return {
    id: crypto.randomUUID(),
    productId,
    generatedImageId: imageId,
    quantity: 1,
    unitPrice: '24.00',
    variantSelections: {},
    designConfig: DEFAULT_PLACEMENT,
    scaleSense: 'whole-artwork',
    available: true,
    generatedImage: { id: imageId, url: `/media/${imageId}` },
    product: { id: productId, title: 'Classic T-Shirt', imageUrl: '/pictures/tshirt-white.svg' },
    print: {
      areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
      pictureUrl: '/pictures/tshirt-white.svg',
      pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
      overlayUrl: null,
    },
    ...given,
  };
};

/** A cart with the totals that the server would compute. */
export const aCart = (...items: CartItem[]): Cart => {
  const counted = items.filter(({ available }) => available);
  const cents = counted.reduce((sum, { unitPrice, quantity }) => sum + parseCents(unitPrice) * quantity, 0);
  return { items, subtotal: formatCents(cents), itemCount: counted.reduce((sum, { quantity }) => sum + quantity, 0) };
};

export const anOrder = (given: Partial<Order> = {}): Order => {
  const { subtotalCents, shippingCents, taxCents, totalCents } = computeOrderTotals(4800);
  const item = aCartItem({ quantity: 2 });
  return {
    id: crypto.randomUUID(),
    orderNumber: 'PA-7K3M9QXW2T',
    createdAt: TIME,
    status: 'paid',
    paymentStatus: 'paid',
    email: 'guest@example.com',
    subtotal: formatCents(subtotalCents),
    shipping: formatCents(shippingCents),
    tax: formatCents(taxCents),
    total: formatCents(totalCents),
    shippingAddress: {
      name: 'Pat Doe',
      address: '12 Elm Street',
      city: 'Springfield',
      state: 'IL',
      zip: '62704',
      country: 'US',
    },
    items: [
      {
        id: item.id,
        productId: item.productId,
        title: 'Classic T-Shirt',
        imageUrl: item.product?.imageUrl ?? null,
        generatedImage: item.generatedImage,
        variantSelections: { size: 'M' },
        designConfig: DEFAULT_PLACEMENT,
        scaleSense: 'whole-artwork',
        quantity: 2,
        unitPrice: '24.00',
        subtotal: '48.00',
      },
    ],
    ...given,
  };
};

export const NO_MONEY_BACK = {
  currency: 'usd',
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '0.00',
  isDisputed: false,
};

/** An order as My Orders lists it. */
export const anOwnOrder = ({
  changeableUntil = null,
  tracking = null,
  refundSummary,
  ...given
}: Partial<OwnOrder> = {}): OwnOrder => {
  const order = anOrder(given);
  return { ...order, changeableUntil, tracking, refundSummary: refundSummary ?? getDefaultMoneyBack(order) };
};

export const aPrint = (orderItemId: string, given: Partial<OrderPrint> = {}): OrderPrint => ({
  orderItemId,
  state: 'ready',
  fileUrl: '/media/print-file',
  mockupUrl: '/media/mock-up',
  areaPx: { widthPx: 3450, heightPx: 4140 },
  areaInches: { width: 11.5, height: 13.8 },
  printedInches: { width: 11.5, height: 11.5 },
  dpi: 300,
  product: {
    areaPx: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' },
    pictureUrl: '/pictures/tshirt-white.svg',
    pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
    overlayUrl: null,
  },
  isSold: true,
  choices: ['S', 'M'].map((size) => ({ selections: { size }, refund: '0.00' })),
  ...given,
});

/** The end of a change window: in one hour. */
export const CHANGEABLE_UNTIL = new Date(Date.now() + 3_600_000).toISOString();

/** A paid order within its change window, with a finished print file. */
export function aCustomerOrder(
  order: Partial<Order> = {},
  given: Partial<Omit<CustomerOrder, 'order'>> = {},
): CustomerOrder {
  const fullOrder = anOrder(order);
  return {
    order: fullOrder,
    paymentMessage: null,
    changeableUntil: CHANGEABLE_UNTIL,
    tracking: null,
    refunds: [],
    refundSummary: getDefaultMoneyBack(fullOrder),
    timeline: [
      { at: TIME, type: 'placed', detail: null },
      { at: '2026-11-18T10:02:00.000Z', type: 'paid', detail: null },
    ],
    prints: fullOrder.items.map(({ id }) => aPrint(id)),
    ...given,
  };
}

export const aReprint = (given: Partial<Reprint> = {}): Reprint => ({
  id: crypto.randomUUID(),
  state: 'submitted',
  items: [{ orderItemId: crypto.randomUUID(), title: 'Classic T-Shirt', quantity: 1 }],
  requestedAt: TIME,
  tracking: null,
  ...given,
});

export const aProblemReport = (given: Partial<ProblemReport> = {}): ProblemReport => ({
  id: crypto.randomUUID(),
  kind: 'damaged',
  text: 'There is a hole in it.',
  items: [{ orderItemId: crypto.randomUUID(), title: 'Classic T-Shirt', quantity: 1 }],
  photoUrls: [],
  reportedAt: TIME,
  state: 'open',
  answer: null,
  ...given,
});

/** An order that was delivered, and whose problems can be reported. */
export const aDeliveredOrder = (
  given: Partial<Omit<CustomerOrder, 'order'>> = {},
  order: Partial<Order> = {},
): CustomerOrder =>
  aCustomerOrder(
    { status: 'delivered', ...order },
    { changeableUntil: null, problems: { canReport: true, reportableUntil: CHANGEABLE_UNTIL, reports: [] }, ...given },
  );

export const aDesign = (given: Partial<Design> = {}): Design => {
  const imageId = crypto.randomUUID();
  return {
    id: crypto.randomUUID(),
    status: 'completed',
    styleKey: 'cyberpunk',
    petName: 'Biscuit',
    variation: 0,
    createdAt: TIME,
    outputImageId: imageId,
    outputImage: { id: imageId, url: `/media/${imageId}` },
    errorMessage: null,
    ...given,
  };
};

/** The user response for a signed-in customer. */
export const signedIn = {
  'GET /api/user': {
    json: {
      id: crypto.randomUUID(),
      email: 'pat@example.com',
      role: 'user',
      firstName: 'Pat',
      lastName: null,
      profileImageUrl: null,
    },
  },
};
