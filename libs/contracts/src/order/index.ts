export * from './admin-order.js';
export * from './cart.js';
export * from './checkout.js';
export * from './constants.js';
export * from './events.js';
export * from './fulfilment.js';
export * from './order.js';
export * from './printer.js';
