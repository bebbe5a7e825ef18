import { Inject, Injectable } from '@nestjs/common';
import type { OrderLink } from '@shop/contracts-order';
import { CONFIG, isLinkValid, signLink } from '@shop/service-kit';
import type { Config } from '../config.js';
import { findChangeWindowEnd } from './order.rules.js';
import type { Order } from './order.entity.js';

/** Longer than a delivery, a complaint and a second delivery. */
const VALIDITY_SECONDS = 90 * 86_400;

/** The expiry in seconds since 1970 in base 36, and the signature of the expiry and the order. */
const KEY_FORMAT = /^([0-9a-z]{1,9})\.([\w-]{43})$/;

/** A link ends when the order gets another email address, and when an admin ends it. */
type LinkedOrder = Pick<Order, 'id' | 'emailVersion' | 'linkVersion'>;

/** Keys of the signed links in an order's emails. A caller with the link can view this order. */
@Injectable()
export class OrderLinksService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** What an email needs to link to its order. */
  createLink(order: Order): OrderLink {
    return { key: this.signKey(order), changeableUntil: findChangeWindowEnd(order)?.toISOString() ?? null };
  }

  signKey(order: LinkedOrder, now = Date.now()): string {
    const expires = Math.floor(now / 1000) + VALIDITY_SECONDS;
    return `${expires.toString(36)}.${signLink(this.config.ORDER_LINK_SECRET, toClaim(order, expires))}`;
  }

  isValidKey(order: LinkedOrder, key: string | undefined, now = Date.now()): boolean {
    const [, expires, signature] = KEY_FORMAT.exec(key ?? '') ?? [];
    if (!expires || !signature) return false;
    return isLinkValid(this.config.ORDER_LINK_SECRET, toClaim(order, Number.parseInt(expires, 36)), signature, now);
  }
}

/** Zeros are left out. */
function formatVersion({ emailVersion, linkVersion }: LinkedOrder): string {
  if (linkVersion > 0) return ` ${emailVersion} ${linkVersion}`;
  return emailVersion > 0 ? ` ${emailVersion}` : '';
}

const toClaim = (order: LinkedOrder, expires: number) => ({
  subject: `order ${order.id}${formatVersion(order)}`,
  expires,
});
