export * from './cart.js';
export * from './checkout.js';
export * from './orders.js';
export * from './admin-orders.js';
export * from './admin-order-lists.js';
export * from './bulk-actions.js';
export * from './figures.js';
export * from './shop.js';
