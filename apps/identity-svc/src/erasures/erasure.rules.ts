/**
 * An account is deleted when all services have confirmed the erasure, in any order and any number of times. A missing confirmation may take weeks,
 * for example while an order is on its way. The request is repeated, because a confirmation may be lost.
 */
export type ErasurePart = 'artworks' | 'orders' | 'requests';

export const REPEAT_AFTER_HOURS = 6;
