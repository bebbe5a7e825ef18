import type { PipeTransform } from '@nestjs/common';
import { placedOrderUnknown } from './checkout.rules.js';

/** Intent ids of all providers have letters, digits and underscores only. Anything else is an unknown order. */
export const intentIdParam: PipeTransform<unknown, string> = {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !/^\w{1,255}$/.test(value)) throw placedOrderUnknown();
    return value;
  },
};
