/**
 * The layers of order-svc, for ESLint: a folder of `src` imports only from the folders that are named after it, which stand
 * above it in this list. So there is no cycle between folders.
 */
const LAYERS = Object.entries({
  database: [],
  addresses: [],
  guests: [],
  'read-models': ['guests'],
  'print-catalogue': [],
  'shop-settings': [],
  carts: ['guests', 'read-models', 'print-catalogue'],
  orders: ['addresses', 'guests', 'read-models', 'shop-settings'],
  payments: ['orders'],
  receipts: ['shop-settings', 'orders', 'payments'],
  'packing-slips': ['shop-settings', 'orders', 'receipts'],
  fulfilment: ['addresses', 'read-models', 'print-catalogue', 'orders'],
  'problem-reports': ['guests', 'orders'],
  reprints: ['addresses', 'orders', 'payments', 'fulfilment', 'problem-reports'],
  'review-requests': ['orders', 'payments', 'problem-reports'],
  'order-lifecycle': ['orders', 'payments', 'fulfilment', 'reprints'],
  checkout: [
    'addresses',
    'guests',
    'print-catalogue',
    'carts',
    'orders',
    'payments',
    'packing-slips',
    'order-lifecycle',
  ],
  'customer-orders': [
    'addresses',
    'guests',
    'read-models',
    'print-catalogue',
    'carts',
    'orders',
    'payments',
    'fulfilment',
    'problem-reports',
    'receipts',
    'reprints',
    'order-lifecycle',
  ],
  'admin-orders': [
    'addresses',
    'orders',
    'payments',
    'fulfilment',
    'problem-reports',
    'receipts',
    'reprints',
    'order-lifecycle',
  ],
  'bulk-actions': ['orders', 'fulfilment', 'order-lifecycle', 'admin-orders'],
  money: ['orders', 'payments', 'fulfilment', 'reprints', 'order-lifecycle', 'admin-orders'],
  figures: ['shop-settings', 'payments'],
  'customer-data': ['guests', 'carts', 'orders', 'payments', 'problem-reports', 'reprints', 'order-lifecycle'],
});

/** Specs may import their builders. Files beside the folders, such as config.ts, may be imported everywhere. */
const restrict = (files, patterns) => ({
  files,
  ignores: ['**/*.spec.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Configurations of ESLint. `inRules`: what files of rules may not import either. */
export function restrictLayers(app, inRules) {
  const unlisted = { regex: '^(\\.\\./)+[a-z-]+/', message: 'Add this folder to apps/order-svc/layers.mjs.' };
  const layers = LAYERS.flatMap(([folder, allowed], position) => {
    const above = LAYERS.slice(0, position).map(([name]) => name);
    if (!allowed.every((name) => above.includes(name)))
      throw new Error(`${folder} may import only from folders above it`);
    const layer = {
      regex: `^(\\.\\./)+(?!(${[folder, ...allowed].join('|')})/)[a-z-]+/`,
      message: `${folder} may import from: ${allowed.join(', ') || 'no other folder'} (apps/order-svc/layers.mjs).`,
    };
    return [
      restrict([`${app}/src/${folder}/**/*.ts`], [layer]),
      restrict([`${app}/src/${folder}/**/*.rules.ts`], [layer, inRules]),
    ];
  });
  return [restrict([`${app}/src/*/**/*.ts`], [unlisted]), ...layers];
}
