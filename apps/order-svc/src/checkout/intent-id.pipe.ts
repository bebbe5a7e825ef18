import type { PipeTransform } from '@nestjs/common';
import { placedOrderUnknown } from './checkout-refusals.js';

/** Letters, digits and underscores, as every provider's; anything else belongs to nothing (D4). */
export const intentIdParam: PipeTransform<unknown, string> = {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !/^\w{1,255}$/.test(value)) throw placedOrderUnknown();
    return value;
  },
};
