/**
 * Answers of a server that knows the specification only (sections 3 and 7): exactly its fields, no other calls. Screens
 * of the storefront and the shell must work with each of `ANSWER_KINDS`.
 */
const TIME = '2026-11-27T10:00:00.000Z';
const ADDRESS = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
};

/** The answers by `METHOD path`. The session is anonymous; tests of personal pages add `SPEC_USER`. */
export const SPEC_ANSWERS = {
  'GET /api/cart': {
    items: [
      {
        id: '51',
        quantity: 2,
        unitPrice: '24.00',
        variantSelections: { size: 'M' },
        generatedImage: { url: '/media/artwork' },
        product: { title: 'Classic T-Shirt', imageUrl: null },
      },
    ],
    subtotal: '48.00',
    itemCount: 2,
  },
  'POST /api/cart': {},
  'PATCH /api/cart/51': {},
  'DELETE /api/cart/51': {},
  'GET /api/products': [
    {
      id: '41',
      title: 'Classic T-Shirt',
      description: null,
      category: 'tshirt',
      basePrice: '24.00',
      imageUrl: null,
      mockupTemplateUrl: null,
      active: true,
      createdAt: TIME,
    },
  ],
  'GET /api/products/41/variants': [
    { type: 'size', name: 'M' },
    { type: 'color', name: 'Black' },
  ],
  'GET /api/styles': [{ id: '31', key: 'cyberpunk', name: 'Cyberpunk', description: null }],
  'POST /api/upload': { url: '/media/photo' },
  'POST /api/generate': { outputImageId: '61', outputImage: { url: '/media/artwork' } },
  'POST /api/checkout/shipping': { clientSecret: 'pi_1_secret_2' },
  'GET /api/orders': [
    {
      id: '71',
      orderNumber: 'PA-71',
      createdAt: TIME,
      status: 'processing',
      subtotal: '48.00',
      shipping: '9.99',
      tax: '3.84',
      total: '61.83',
      shippingAddress: ADDRESS,
    },
  ],
  'GET /api/designs': [
    {
      id: '81',
      status: 'completed',
      styleKey: 'cyberpunk',
      petName: null,
      createdAt: TIME,
      outputImageId: '61',
      outputImage: { url: '/media/artwork' },
    },
  ],
  'POST /api/login': { email: 'pat@example.com' },
  'POST /api/register': { email: 'pat@example.com' },
  'POST /api/logout': {},
  'POST /api/contact': {},
  'POST /api/forgot-password': {},
  'POST /api/reset-password': {},
  'POST /api/user/change-password': {},
};

/** `GET /api/user` of a signed-in customer. */
export const SPEC_USER = { email: 'pat@example.com', role: 'user', firstName: null, profileImageUrl: null };

type Fields = Record<string, unknown>;

/** Rewrites the fields of each object at any depth. */
function mapObjects(value: unknown, rewrite: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, mapObjects(field, rewrite)]);
  return rewrite(Object.fromEntries(fields) as Fields);
}

const mapFields = (answer: unknown, rewrite: (name: string, value: unknown) => unknown): unknown =>
  mapObjects(answer, (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, rewrite(name, value)])),
  );

/** Values of enums that no version knows. */
export const UNKNOWN_VALUES = {
  status: 'awaiting-moonlight',
  category: 'mug',
  type: 'material',
} as const;

const MONEY = new Set(['basePrice', 'unitPrice', 'subtotal', 'shipping', 'tax', 'total']);

function toOtherNotation(name: string, value: unknown): unknown {
  if (MONEY.has(name) || name === 'id' || name.endsWith('Id')) return Number(value);
  return name === 'createdAt' ? '2026-11-27 11:00:00+01:00' : value;
}

/** Fields that this shop's own server adds to the specification's, each with a value that no page can use. */
const UNUSABLE_FIELDS = Object.fromEntries(
  [
    ...['available', 'changeableUntil', 'colorHex', 'designConfig', 'height'],
    ...['isAwaitingBank', 'mockupUrl', 'overlayUrl', 'paymentMessage', 'pictureArea', 'print', 'printArea'],
    ...['prints', 'readAt', 'refunds', 'refundSummary', 'timeline', 'tracking', 'version', 'width'],
  ].map((name) => [name, {}]),
);

/** How the answers of other servers differ. Each function takes an answer and returns the differing one. */
export const ANSWER_KINDS: Readonly<Record<string, (answer: unknown) => unknown>> = {
  'only the fields of the specification': (answer) => answer,
  'no fields that are null': (answer) =>
    mapObjects(answer, (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))),
  'further unknown fields': (answer) =>
    mapObjects(answer, (fields) => ({ ...fields, unknownField: { deep: [1, null] } })),
  'unusable values in optional fields': (answer) =>
    mapObjects(
      mapFields(answer, (_name, value) => (value === null ? 7 : value)),
      (fields) => ({ ...fields, ...UNUSABLE_FIELDS }),
    ),
  'unknown values of enums': (answer) =>
    mapFields(answer, (name, value) => new Map<string, unknown>(Object.entries(UNKNOWN_VALUES)).get(name) ?? value),
  'numbers as ids and amounts, and times with an offset': (answer) => mapFields(answer, toOtherNotation),
};
