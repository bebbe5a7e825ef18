import type { EntityManager } from 'typeorm';
import type { Order } from './order.entity.js';

/** Throws 409 if a change was decided on an outdated state of the order. Requires the order's lock. */
export type OrderCheck = (manager: EntityManager, order: Order) => Promise<void>;
