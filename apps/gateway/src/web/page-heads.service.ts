import { Injectable } from '@nestjs/common';
import { CatalogClient } from './catalog.client.js';

/** What a service says of a page: its own head, its new address, or that it does not exist. */
export type OwnHead =
  | { readonly kind: 'head'; readonly markup: string }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' };

/** As `slug.rules.ts` of catalog-svc makes them, in any case. */
const PRODUCT = /^\/products\/([A-Za-z0-9-]{1,100})\/?$/;
const OWN_PATH = /^\/products\/[A-Za-z0-9-]{1,100}$/;

/** Heads that only a service knows (ADR 64). */
@Injectable()
export class PageHeads {
  constructor(private readonly catalog: CatalogClient) {}

  /** Undefined: the page has the head of the build, also if the service does not answer in time. */
  async findHead(pathname: string): Promise<OwnHead | undefined> {
    const slug = PRODUCT.exec(pathname)?.[1];
    if (slug === undefined) return undefined;
    const found = await this.catalog.findHead(slug);
    if (found === null) return { kind: 'missing' };
    if (found?.movedTo !== undefined && OWN_PATH.test(found.movedTo)) return { kind: 'moved', path: found.movedTo };
    return found?.head === undefined ? undefined : { kind: 'head', markup: found.head };
  }
}
