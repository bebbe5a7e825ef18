import { z } from 'zod';
import { moneySchema } from '../common/index.js';
import { orderItemPrintSchema } from './item-print.js';

/** D18a: placement of the picture in the print area, within the sliders' bounds. The step is not enforced. */
export const PLACEMENT_BOUNDS = {
  x: { min: 0, max: 100, step: 5, default: 50 },
  y: { min: 0, max: 100, step: 5, default: 50 },
  scale: { min: 20, max: 200, step: 5, default: 100 },
  rotation: { min: 0, max: 360, step: 15, default: 0 },
} as const;

const within = ({ min, max, default: fallback }: { min: number; max: number; default: number }) =>
  z.number().min(min).max(max).default(fallback);

export const designConfigSchema = z.object({
  x: within(PLACEMENT_BOUNDS.x),
  y: within(PLACEMENT_BOUNDS.y),
  scale: within(PLACEMENT_BOUNDS.scale),
  rotation: within(PLACEMENT_BOUNDS.rotation),
});
export type DesignConfig = z.infer<typeof designConfigSchema>;

export const variantSelectionsSchema = z.object({
  size: z.string().max(100).optional(),
  color: z.string().max(100).optional(),
});
export type VariantSelections = z.infer<typeof variantSelectionsSchema>;

const QUANTITY_MESSAGE = 'Quantity must be a whole number from 1 up';
export const quantitySchema = z.int(QUANTITY_MESSAGE).min(1, QUANTITY_MESSAGE);

/** `unitPrice` is accepted and ignored: the server is the authority (D20). */
export const addToCartRequestSchema = z.object({
  productId: z.string(),
  generatedImageId: z.string(),
  variantSelections: variantSelectionsSchema.default({}),
  designConfig: designConfigSchema.prefault({}),
  quantity: quantitySchema.default(1),
  unitPrice: z.string().optional(),
});
export type AddToCartRequest = z.input<typeof addToCartRequestSchema>;

export const changeQuantityRequestSchema = z.object({ quantity: quantitySchema });
export type ChangeQuantityRequest = z.infer<typeof changeQuantityRequestSchema>;

export const cartItemSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  generatedImageId: z.uuid(),
  quantity: z.number().int(),
  unitPrice: moneySchema,
  variantSelections: variantSelectionsSchema,
  designConfig: designConfigSchema,
  /** D34: false once the product or the choice is no longer sold. */
  available: z.boolean(),
  generatedImage: z.object({ id: z.uuid(), url: z.string() }).nullable(),
  product: z.object({ id: z.uuid(), title: z.string(), imageUrl: z.string().nullable() }).nullable(),
  /** What the artwork is laid on; null until the catalogue has told of it. Left out by the version before. */
  print: orderItemPrintSchema.nullable().optional(),
});
export type CartItem = z.infer<typeof cartItemSchema>;

export const cartSchema = z.object({
  items: z.array(cartItemSchema),
  subtotal: moneySchema,
  itemCount: z.number().int(),
});
export type Cart = z.infer<typeof cartSchema>;

export const EMPTY_CART: Cart = { items: [], subtotal: '0.00', itemCount: 0 };

/** D13: readable marker cookie; the browser asks for the cart only where it is set. */
export const CART_COOKIE = 'has-cart';
