/** URLs for emails. Only tracking links of carriers lead elsewhere. */
export class ShopLinks {
  /** Without a trailing slash. */
  readonly origin: string;

  /** Whether the shop reads answers to emails. */
  readonly takesReplies: boolean;

  constructor(publicOrigin: string, { takesReplies = false } = {}) {
    this.origin = new URL(publicOrigin).origin;
    this.takesReplies = takesReplies;
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
