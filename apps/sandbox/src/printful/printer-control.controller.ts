import { Body, Controller, Delete, HttpCode, Param, Patch, Post, UseFilters } from '@nestjs/common';
import { parseCents } from '@shop/contracts-common';
import { z } from 'zod';
import { PRINTER_STATUSES } from './order.js';
import { PrinterControlService } from './printer-control.service.js';
import { PrintfulErrorFilter } from './printful-error.filter.js';
import { parseBody, toAnswer } from './printful.error.js';

const changeSchema = z.object({
  status: z.enum([...PRINTER_STATUSES, 'draft', 'by-time']).optional(),
  error: z.string().nullable().optional(),
});
const parcelSchema = z.object({
  carrier: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.url().optional(),
  is_partial: z.boolean().default(false),
  is_reshipment: z.boolean().default(false),
});
const returnSchema = z.object({ reason: z.string().default('The address does not exist') });
const hoursSchema = z.object({ hours: z.number().positive() });
const variantSchema = z
  .object({ price: z.string().transform(parseCents), in_stock: z.boolean(), discontinued: z.boolean() })
  .partial()
  .transform(({ price, in_stock: isInStock, discontinued: isDiscontinued }) => ({
    ...(price !== undefined && { priceCents: price }),
    ...(isInStock !== undefined && { isInStock }),
    ...(isDiscontinued !== undefined && { isDiscontinued }),
  }));

/** Plays the printer's staff and the carriers, for developers and tests. It needs no key. */
@Controller('sandbox/control/printful')
@UseFilters(PrintfulErrorFilter)
export class PrinterControlController {
  constructor(private readonly control: PrinterControlService) {}

  @Patch('orders/:reference')
  async changeOrder(@Param('reference') reference: string, @Body() body: unknown) {
    return toAnswer(await this.control.decide(reference, parseBody(changeSchema, body ?? {})));
  }

  @Post('orders/:reference/ship')
  @HttpCode(200)
  async sendParcel(@Param('reference') reference: string, @Body() body: unknown) {
    const { is_partial: isPartial, is_reshipment: isReshipment, ...parcel } = parseBody(parcelSchema, body ?? {});
    return toAnswer(await this.control.sendParcel(reference, { ...parcel, isPartial, isReshipment }));
  }

  @Post('orders/:reference/deliver')
  @HttpCode(200)
  async deliverParcels(@Param('reference') reference: string) {
    return toAnswer(await this.control.deliverParcels(reference));
  }

  @Post('orders/:reference/return')
  @HttpCode(200)
  async returnParcel(@Param('reference') reference: string, @Body() body: unknown) {
    return toAnswer(await this.control.returnParcel(reference, parseBody(returnSchema, body ?? {}).reason));
  }

  @Post('orders/:reference/hours')
  @HttpCode(200)
  async passHours(@Param('reference') reference: string, @Body() body: unknown) {
    return toAnswer(await this.control.passHours(reference, parseBody(hoursSchema, body ?? {}).hours));
  }

  @Delete('orders/:reference')
  async deleteOrder(@Param('reference') reference: string) {
    await this.control.deleteOrder(reference);
    return toAnswer(null);
  }

  @Patch('variants/:id')
  async changeVariant(@Param('id') id: string, @Body() body: unknown) {
    await this.control.changeVariant(Number(id), parseBody(variantSchema, body ?? {}));
    return toAnswer(null);
  }
}
