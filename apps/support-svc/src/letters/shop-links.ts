/** Addresses in letters: all of them the shop's own, but a parcel's. */
export class ShopLinks {
  /** The shop's address, without a slash at its end. */
  readonly origin: string;

  constructor(publicOrigin: string) {
    this.origin = new URL(publicOrigin).origin;
  }

  to(path: `/${string}`, query: Record<string, string> = {}): string {
    const url = new URL(path, this.origin);
    url.search = new URLSearchParams(query).toString();
    return url.href;
  }

  /** Null for a picture that lies elsewhere: whoever keeps it would learn when, and where, the letter is read. */
  picture(address: string | null | undefined, width: 320 | 640 | 1024): string | null {
    return address && /^\/media\/[\w-]+$/.test(address) ? this.to(address as `/${string}`, { w: String(width) }) : null;
  }
}
