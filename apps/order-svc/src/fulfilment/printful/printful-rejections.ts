import { z } from 'zod';
import { PrintCatalogueService } from '../../print-catalogue/print-catalogue.service.js';
import {
  type PrintOrder,
  PrintOutOfStockError,
  PrintRejectedError,
  PrinterBusyError,
  parseExternalId,
  toExternalId,
} from '../print-provider.js';
import { printfulOrderSchema } from './printful-objects.mapper.js';
import { PrintfulApiError, PrintfulClient } from './printful.client.js';

/** An order can be confirmed once Printful has calculated its costs, which takes up to some minutes. */
const COSTS_PENDING = /\bcosts?\b.*\bcalculat|\bcalculat.*\bcosts?\b/is;

/** Printful names the article in these messages only by text. */
const STOCK_PROBLEM = /out of stock|discontinued|unavailable|not available|no longer available/i;

/** The used fields of `GET /products/variant/{id}`. */
const variantSchema = z.object({ variant: z.object({ in_stock: z.boolean() }) });

export const toPath = (orderId: string): string => `/orders/@${toExternalId(orderId)}`;

export const toBusyError = ({ detail }: PrintfulApiError): PrinterBusyError | null =>
  COSTS_PENDING.test(detail) ? new PrinterBusyError('The printer is still calculating the costs of this order.') : null;

/** Finds out why Printful refused an order. */
export class PrintfulRejections {
  constructor(
    private readonly client: PrintfulClient,
    private readonly catalogue: PrintCatalogueService,
  ) {}

  /** `message`: for admins, if the order itself must be changed. */
  async toError(apiError: PrintfulApiError, order: PrintOrder, message: string): Promise<Error> {
    const busy = toBusyError(apiError);
    if (busy) return busy;
    const missing = await this.findItemsOutOfStock(apiError, order);
    return missing.length > 0
      ? new PrintOutOfStockError(missing, apiError.detail)
      : new PrintRejectedError(message, apiError.detail);
  }

  private async findItemsOutOfStock({ detail }: PrintfulApiError, order: PrintOrder): Promise<string[]> {
    const marked = await this.listMarkedItems(order.orderId);
    const itemIds = order.lines.map(({ orderItemId }) => orderItemId);
    const known = itemIds.filter((id) => marked.includes(id));
    if (known.length > 0 || !STOCK_PROBLEM.test(detail)) return known;
    const missing: string[] = [];
    for (const line of order.lines) {
      const article = this.catalogue.findArticle(line);
      if (article && !(await this.isInStock(article.variantId))) missing.push(line.orderItemId);
    }
    return missing.length === 0 && itemIds.length === 1 ? itemIds : missing;
  }

  /** Items of an order at Printful that it has marked as not available. */
  private async listMarkedItems(orderId: string): Promise<string[]> {
    try {
      const { items } = await this.client.call('GET', toPath(orderId), printfulOrderSchema);
      return (items ?? []).flatMap(({ external_id: id, discontinued, out_of_stock: isOutOfStock }) =>
        id && (discontinued || isOutOfStock) ? [parseExternalId(id) ?? id] : [],
      );
    } catch (error) {
      if (error instanceof PrintfulApiError) return [];
      throw error;
    }
  }

  /** A variant that Printful does not know any more is out of stock. */
  private async isInStock(variantId: number): Promise<boolean> {
    try {
      return (await this.client.call('GET', `/products/variant/${variantId}`, variantSchema)).variant.in_stock;
    } catch (error) {
      if (error instanceof PrintfulApiError) return error.status !== 404;
      throw error;
    }
  }
}
