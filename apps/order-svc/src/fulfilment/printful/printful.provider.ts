import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { PrintProviderName } from '@shop/contracts-order';
import { CONFIG, signLink } from '@shop/service-kit';
import { PrintCatalogueService } from '../../print-catalogue/print-catalogue.service.js';
import { type Config, type PrintfulSettings, printfulSettings } from '../../config.js';
import {
  type PrintOrder,
  PrintProvider,
  PrintRejectedError,
  type PrinterOrder,
  type PrinterWebhook,
} from '../print-provider.js';
import { PrintfulRejections, toBusyError, toPath } from './printful-rejections.js';
import {
  type PrintfulOrder,
  parseWebhook,
  printfulOrderSchema,
  toPrinterOrder,
  toPrintfulOrder,
} from './printful-objects.mapper.js';
import { PrintfulApiError, PrintfulClient } from './printful.client.js';

/** Printful downloads files some time after the order, and again if the order was on hold. */
const FILE_LINK_SECONDS = 30 * 86_400;

const DRAFT_REFUSED = 'Printful has this order as a draft, and refused to print it.';

const sameSecret = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

@Injectable()
export class PrintfulProvider extends PrintProvider {
  readonly name: PrintProviderName;
  private readonly settings: PrintfulSettings | null;
  private readonly rejections: PrintfulRejections;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly client: PrintfulClient,
    private readonly catalogue: PrintCatalogueService,
  ) {
    super();
    this.settings = printfulSettings(config);
    this.name = this.settings?.provider ?? 'printful';
    this.rejections = new PrintfulRejections(client, catalogue);
  }

  /**
   * Submits and confirms at once, because the shop's own change window is over. If an order of this number exists
   * already, it is that order.
   */
  async submit(order: PrintOrder): Promise<PrinterOrder> {
    try {
      return await this.sendOrder('POST', '/orders?confirm=1', order);
    } catch (error) {
      if (!(error instanceof PrintfulApiError)) throw error;
      const known = await this.retrieve(order.orderId);
      if (known?.status === 'draft') return this.submitDraft(order);
      if (known) return known;
      throw await this.rejections.toError(error, order, 'Printful refused this order.');
    }
  }

  async submitDraft(order: PrintOrder): Promise<PrinterOrder> {
    try {
      return await this.sendOrder('PUT', `${toPath(order.orderId)}?confirm=1`, order);
    } catch (error) {
      if (!(error instanceof PrintfulApiError)) throw error;
      throw await this.rejections.toError(error, order, DRAFT_REFUSED);
    }
  }

  private async sendOrder(method: 'POST' | 'PUT', path: string, order: PrintOrder): Promise<PrinterOrder> {
    const body = toPrintfulOrder(order, {
      findArticle: (line) => this.catalogue.findArticle(line),
      toFileUrl: (hash) => this.toFileUrl(hash),
    });
    const made = await this.client.call(method, path, printfulOrderSchema, body);
    return toPrinterOrder(made.status === 'draft' ? await this.confirmAtPrintful(order.orderId) : made);
  }

  async confirm(orderId: string): Promise<PrinterOrder> {
    try {
      return toPrinterOrder(await this.confirmAtPrintful(orderId));
    } catch (error) {
      if (!(error instanceof PrintfulApiError)) throw error;
      throw toBusyError(error) ?? new PrintRejectedError(DRAFT_REFUSED, error.detail);
    }
  }

  private confirmAtPrintful(orderId: string): Promise<PrintfulOrder> {
    return this.client.call('POST', `${toPath(orderId)}/confirm`, printfulOrderSchema);
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

  verifyWebhook(secret: string, body: unknown): PrinterWebhook | null {
    if (!this.settings || !sameSecret(secret, this.settings.webhookSecret))
      throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', MESSAGES.notFound);
    return parseWebhook(body);
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
