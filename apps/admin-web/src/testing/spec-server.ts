import { stubApi, type StubbedResponse } from '@shop/web-testing';

type Row = Record<string, unknown>;
/** Answers of a server that has the calls of spec section 7 only, with exactly the fields of sections 3 and 7. */
export interface SpecAnswers {
  stats: Row;
  orders: Row[];
  requests: Row[];
  products: Row[];
}

const createdAt = '2026-03-04T12:00:00.000Z';

/** With the least that an order's address may have: nothing, and a name alone. */
export const MINIMAL: SpecAnswers = {
  stats: { totalOrders: 2, totalRevenue: '61.83', totalProducts: 1, totalUsers: 5 },
  orders: [
    {
      id: '4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1a01',
      orderNumber: 'PA-FIRST',
      status: 'paid',
      paymentStatus: 'paid',
      total: '61.83',
      createdAt,
      shippingAddress: { name: 'Pat Doe' },
    },
    {
      id: '4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1a02',
      orderNumber: 'PA-SECOND',
      status: 'created',
      paymentStatus: 'pending',
      total: '20.00',
      createdAt,
      shippingAddress: null,
    },
  ],
  requests: [
    {
      id: '4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1b01',
      name: 'Nora Lind',
      email: 'nora@example.com',
      subject: 'Where is my hoodie?',
      message: 'I ordered it two weeks ago.',
      status: 'new',
      createdAt,
    },
  ],
  products: [
    {
      id: '4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1c01',
      title: 'Classic T-Shirt',
      description: 'Soft cotton.',
      category: 'tshirt',
      basePrice: '24.00',
      imageUrl: null,
      mockupTemplateUrl: null,
      active: true,
      createdAt,
    },
  ],
};

const addFields = (row: Row): Row => ({ ...row, extra: { deep: [1, null] }, updatedAt: null });
export const WITH_EXTRA_FIELDS: SpecAnswers = {
  stats: addFields(MINIMAL.stats),
  orders: MINIMAL.orders.map(addFields),
  requests: MINIMAL.requests.map(addFields),
  products: MINIMAL.products.map(addFields),
};

export const WITH_UNKNOWN_ENUMS: SpecAnswers = {
  stats: MINIMAL.stats,
  orders: MINIMAL.orders.map((order) => ({ ...order, status: 'on hold', paymentStatus: 'authorised' })),
  requests: MINIMAL.requests.map((request) => ({ ...request, status: 'escalated' })),
  products: MINIMAL.products.map((product) => ({ ...product, category: 'mug' })),
};

/** Serial numbers for ids, and prices and times as a database may print them. */
export const WITH_OTHER_SPELLINGS: SpecAnswers = {
  stats: { ...MINIMAL.stats, totalRevenue: '61.8300' },
  orders: MINIMAL.orders.map((order, index) => ({ ...order, id: index + 1, createdAt: '2026-03-04 12:00:00+00' })),
  requests: MINIMAL.requests.map((request) => ({ ...request, id: 3 })),
  products: MINIMAL.products.map((product) => ({ ...product, id: 4, basePrice: '24' })),
};

/** Serves the answers, whatever the query. Every other call is answered with 404. */
export function stubSpecServer(
  { stats, orders, requests, products }: SpecAnswers,
  changes: Record<string, StubbedResponse> = {},
) {
  const responses: Record<string, StubbedResponse> = {
    'GET /api/user': { json: { email: 'ada@example.com', role: 'admin', firstName: 'Ada', profileImageUrl: null } },
    'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount: 0 } },
    'GET /api/admin/stats': { json: stats },
    'GET /api/admin/orders': { json: orders },
    'GET /api/admin/contact-submissions': { json: requests },
    'GET /api/admin/products': { json: products },
    ...changes,
  };
  return stubApi(new Proxy(responses, { get: (target, name) => target[String(name).replace(/\?.*/, '')] }));
}
