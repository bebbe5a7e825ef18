import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { CONFIG, signLink } from '@shop/service-kit';
import { z } from 'zod';
import { printfulSettings, type Config, type PrintfulSettings } from '../../config.js';
import {
  toExternalId,
  parseExternalId,
  PrintProvider,
  PrintRejectedError,
  type PrinterOrder,
  type PrintOrder,
} from '../print-provider.js';
import { readCatalogue, type PrintfulEntry } from './printful-catalogue.js';
import { PrintfulClient, PrintfulApiError } from './printful.client.js';
import { printfulOrderSchema, toPrinterOrder, toPrintfulOrder } from './printful-objects.mapper.js';

/** Printful downloads files some time after the order, and again if the order was on hold. */
const FILE_LINK_SECONDS = 30 * 86_400;

/** The only field that is read of a webhook. */
const webhookSchema = z.object({ data: z.object({ order: z.object({ external_id: z.string() }) }) });

const sameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

@Injectable()
export class PrintfulProvider extends PrintProvider {
  readonly name = 'printful';
  readonly reportsDelivery = false;
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

  /**
   * Submits and confirms at once, because the shop's own change window is over. If an order of this number exists
   * already, it is that order.
   */
  async submit(order: PrintOrder): Promise<PrinterOrder> {
    const body = toPrintfulOrder(order, this.catalogue, (hash) => this.toFileUrl(hash));
    try {
      return await this.confirmIfDraft(
        order.orderId,
        toPrinterOrder(await this.client.call('POST', '/orders?confirm=1', printfulOrderSchema, body)),
      );
    } catch (error) {
      if (!(error instanceof PrintfulApiError)) throw error;
      const known = await this.retrieve(order.orderId);
      if (known) return this.confirmIfDraft(order.orderId, known);
      throw new PrintRejectedError('Printful refused this order.', error.detail);
    }
  }

  async confirm(orderId: string): Promise<PrinterOrder> {
    try {
      return toPrinterOrder(await this.client.call('POST', `${toPath(orderId)}/confirm`, printfulOrderSchema));
    } catch (error) {
      if (error instanceof PrintfulApiError)
        throw new PrintRejectedError('Printful has this order as a draft, and refused to print it.', error.detail);
      throw error;
    }
  }

  private async confirmIfDraft(orderId: string, made: PrinterOrder): Promise<PrinterOrder> {
    return made.status === 'draft' ? this.confirm(orderId) : made;
  }

  async retrieve(orderId: string): Promise<PrinterOrder | null> {
    try {
      return toPrinterOrder(await this.client.call('GET', toPath(orderId), printfulOrderSchema));
    } catch (error) {
      if (error instanceof PrintfulApiError && error.status === 404) return null;
      throw error;
    }
  }

  async cancel(orderId: string): Promise<'cancelled' | 'too-late'> {
    try {
      await this.client.call('DELETE', toPath(orderId), z.unknown());
      return 'cancelled';
    } catch (error) {
      if (!(error instanceof PrintfulApiError)) throw error;
      const left = await this.retrieve(orderId);
      return !left || left.status === 'cancelled' ? 'cancelled' : 'too-late';
    }
  }

  verifyWebhook(secret: string, body: unknown): string | null {
    if (!this.settings || !sameSecret(secret, this.settings.webhookSecret))
      throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', MESSAGES.notFound);
    const { data } = webhookSchema.safeParse(body);
    return data ? parseExternalId(data.data.order.external_id) : null;
  }

  /** The address contains the file's hash, so its content never changes. */
  private toFileUrl(hash: string): string {
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

const toPath = (orderId: string): string => `/orders/@${toExternalId(orderId)}`;
