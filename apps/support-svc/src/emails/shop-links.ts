import { type Carrier, listSellerLines, type Seller } from '@shop/contracts-order';

interface Options {
  takesReplies?: boolean;
  carriers?: readonly Carrier[];
  seller?: Seller;
}

/** URLs for emails, and what the owner has set. Only tracking links of carriers lead elsewhere. */
export class ShopLinks {
  /** Without a trailing slash. */
  readonly origin: string;

  /** Whether the shop reads answers to emails. */
  readonly takesReplies: boolean;

  /** Undefined: the usual ones. */
  readonly carriers: readonly Carrier[] | undefined;

  /** Name and postal address, for the end of each email; null: not set. */
  readonly sellerLine: string | null;

  constructor(publicOrigin: string, { takesReplies = false, carriers, seller }: Options = {}) {
    this.origin = new URL(publicOrigin).origin;
    this.takesReplies = takesReplies;
    this.carriers = carriers;
    this.sellerLine = (seller && listSellerLines(seller).join(', ')) || null;
  }

  getUrl(path: `/${string}`, query: Record<string, string> = {}): string {
    const url = new URL(path, this.origin);
    url.search = new URLSearchParams(query).toString();
    return url.href;
  }

  /** Null for an image on another host, because that host would learn when and where the email is read. */
  getImageUrl(address: string | null | undefined, width: 320 | 640 | 1024): string | null {
    return address && /^\/media\/[\w-]+$/.test(address)
      ? this.getUrl(address as `/${string}`, { w: String(width) })
      : null;
  }
}
