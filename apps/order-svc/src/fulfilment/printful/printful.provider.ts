import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { CONFIG, signLink } from '@shop/service-kit';
import { z } from 'zod';
import { printfulSettings, type Config, type PrintfulSettings } from '../../config.js';
import {
  externalIdOf,
  idOfExternal,
  PrintProvider,
  PrintRefused,
  type PrinterOrder,
  type PrintOrder,
} from '../print-provider.js';
import { readCatalogue, type PrintfulEntry } from './printful-catalogue.js';
import { PrintfulClient, PrintfulRefusal } from './printful.client.js';
import { printfulOrderSchema, toPrinterOrder, toPrintfulOrder } from './printful-objects.mapper.js';

/** Files are fetched some time after the order came in, and again where it was put on hold. */
const FILE_LINK_SECONDS = 30 * 86_400;

/** Of a webhook only this is read. */
const webhookSchema = z.object({ data: z.object({ order: z.object({ external_id: z.string() }) }) });

const sameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

@Injectable()
export class PrintfulProvider extends PrintProvider {
  readonly name = 'printful';
  readonly tellsDelivery = false;
  private readonly settings: PrintfulSettings | null;
  private readonly catalogue: readonly PrintfulEntry[];

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly client: PrintfulClient,
  ) {
    super();
    this.settings = printfulSettings(config);
    this.catalogue = this.settings ? readCatalogue(this.settings.catalogueFile) : [];
  }

  /** Confirmed at once: the hold was ours. What came in and was not confirmed is confirmed now. An order of this number that is there already is the one. */
  async submit(order: PrintOrder): Promise<PrinterOrder> {
    const body = toPrintfulOrder(order, this.catalogue, (hash) => this.fileUrl(hash));
    try {
      return await this.confirmed(
        order.orderId,
        toPrinterOrder(await this.client.call('POST', '/orders?confirm=1', printfulOrderSchema, body)),
      );
    } catch (error) {
      if (!(error instanceof PrintfulRefusal)) throw error;
      const known = await this.retrieve(order.orderId);
      if (known) return this.confirmed(order.orderId, known);
      throw new PrintRefused('Printful refused this order.', error.words);
    }
  }

  async confirm(orderId: string): Promise<PrinterOrder> {
    try {
      return toPrinterOrder(await this.client.call('POST', `${pathOf(orderId)}/confirm`, printfulOrderSchema));
    } catch (error) {
      if (error instanceof PrintfulRefusal)
        throw new PrintRefused('Printful has this order as a draft, and refused to print it.', error.words);
      throw error;
    }
  }

  private async confirmed(orderId: string, made: PrinterOrder): Promise<PrinterOrder> {
    return made.status === 'draft' ? this.confirm(orderId) : made;
  }

  async retrieve(orderId: string): Promise<PrinterOrder | null> {
    try {
      return toPrinterOrder(await this.client.call('GET', pathOf(orderId), printfulOrderSchema));
    } catch (error) {
      if (error instanceof PrintfulRefusal && error.status === 404) return null;
      throw error;
    }
  }

  async cancel(orderId: string): Promise<'cancelled' | 'too-late'> {
    try {
      await this.client.call('DELETE', pathOf(orderId), z.unknown());
      return 'cancelled';
    } catch (error) {
      if (!(error instanceof PrintfulRefusal)) throw error;
      const left = await this.retrieve(orderId);
      return !left || left.status === 'cancelled' ? 'cancelled' : 'too-late';
    }
  }

  verifyWebhook(secret: string, body: unknown): string | null {
    if (!this.settings || !sameSecret(secret, this.settings.webhookSecret))
      throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', SENTENCES.notFound);
    const { data } = webhookSchema.safeParse(body);
    return data ? idOfExternal(data.data.order.external_id) : null;
  }

  /** Named by its content: what was fetched once under an address may be kept for good. */
  private fileUrl(hash: string): string {
    if (!this.settings) throw new Error('Printful is not set up');
    const { siteUrl, printFileSecret } = this.settings;
    const expires = Math.floor(Date.now() / 1000) + FILE_LINK_SECONDS;
    const url = new URL(`/api/print-files/${hash}.png`, siteUrl);
    url.search = new URLSearchParams({
      expires: String(expires),
      signature: signLink(printFileSecret, { subject: `print-file ${hash}`, expires }),
    }).toString();
    return url.href;
  }
}

const pathOf = (orderId: string): string => `/orders/@${externalIdOf(orderId)}`;
