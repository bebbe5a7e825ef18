import * as z from 'zod/mini';
import { pictureAreaSchema, printAreaSchema, variantTypeSchema } from '@shop/contracts-catalog';
import { moneySchema, orAbsent, orNull, readable } from '@shop/contracts-common';

/** Print area and picture of an item in its chosen variant, for the preview, the mock-up and the print file. */
export const orderItemPrintSchema = z.object({
  /** Of the chosen size, if that prints smaller than the product. */
  areaPx: printAreaSchema,
  /** The product's picture in the chosen color. */
  pictureUrl: z.nullable(z.string()),
  pictureArea: pictureAreaSchema,
  overlayUrl: z.nullable(z.string()),
  /** The whole area is printed: the artwork's ground is continued where the artwork does not reach. */
  continuesGround: z.optional(z.boolean()),
});
export type OrderItemPrint = z.infer<typeof orderItemPrintSchema>;

/** Placement of the artwork in the print area: bounds and steps of the sliders. Gestures have finer steps. */
export const PLACEMENT_BOUNDS = {
  x: { min: 0, max: 100, step: 5, default: 50 },
  y: { min: 0, max: 100, step: 5, default: 50 },
  scale: { min: 20, max: 200, step: 5, default: 100 },
  rotation: { min: 0, max: 360, step: 15, default: 0 },
} as const;

const numberWithin = ({ min, max, default: fallback }: { min: number; max: number; default: number }) =>
  z._default(z.number().check(z.minimum(min), z.maximum(max)), fallback);

export const designConfigSchema = z.object({
  x: numberWithin(PLACEMENT_BOUNDS.x),
  y: numberWithin(PLACEMENT_BOUNDS.y),
  scale: numberWithin(PLACEMENT_BOUNDS.scale),
  rotation: numberWithin(PLACEMENT_BOUNDS.rotation),
});
export type DesignConfig = z.infer<typeof designConfigSchema>;

/**
 * What scale 100 means. `whole-artwork`: the whole artwork fits the printed shape. `area-width`: the artwork is as wide
 * as the area; lines from before the other sense have it.
 */
export const scaleSenseSchema = z.enum(['whole-artwork', 'area-width']);

/** Lines and events from before there was a choice have no sense. */
export const storedScaleSense = z._default(scaleSenseSchema, 'area-width');
export const scaleSenseReader = z.catch(storedScaleSense, 'area-width');

/**
 * The finest step of a placement, on the page and in what a caller sends: a tenth of a percent is half a pixel on a large screen. Without
 * a step a caller could send any number of placements that print alike.
 */
export const roundPlacementPart = (value: number): number => Math.round(value * 10) / 10;

const roundedWithin = (bounds: { min: number; max: number }) =>
  z.number().check(z.minimum(bounds.min), z.maximum(bounds.max), z.overwrite(roundPlacementPart));

/** A complete placement in a request, rounded. */
export const requestedPlacementSchema = z.object({
  x: roundedWithin(PLACEMENT_BOUNDS.x),
  y: roundedWithin(PLACEMENT_BOUNDS.y),
  scale: roundedWithin(PLACEMENT_BOUNDS.scale),
  rotation: roundedWithin(PLACEMENT_BOUNDS.rotation),
});

export const variantSelectionsSchema = z.object({
  size: z.optional(z.string().check(z.maxLength(100))),
  color: z.optional(z.string().check(z.maxLength(100))),
});
export type VariantSelections = z.infer<typeof variantSelectionsSchema>;

const DEFAULT_DESIGN: DesignConfig = designConfigSchema.parse({});

/** A placement on a page: each unusable value becomes its default. */
export const designConfigReader = z.catch(
  z.object({
    x: z.catch(designConfigSchema.shape.x, DEFAULT_DESIGN.x),
    y: z.catch(designConfigSchema.shape.y, DEFAULT_DESIGN.y),
    scale: z.catch(designConfigSchema.shape.scale, DEFAULT_DESIGN.scale),
    rotation: z.catch(designConfigSchema.shape.rotation, DEFAULT_DESIGN.rotation),
  }),
  DEFAULT_DESIGN,
);

/** The chosen options on a page, also those that are neither size nor color. */
export const variantSelectionsReader = z.catch(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((selections): Record<string, string | undefined> =>
      Object.fromEntries(
        Object.entries(selections).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    ),
  ),
  {},
);

const QUANTITY_MESSAGE = 'Quantity must be a whole number from 1 up';
export const quantitySchema = z.int(QUANTITY_MESSAGE).check(z.minimum(1, QUANTITY_MESSAGE));

/** Missing values are the defaults. */
const requestedDesignSchema = z.object({
  x: z._default(requestedPlacementSchema.shape.x, PLACEMENT_BOUNDS.x.default),
  y: z._default(requestedPlacementSchema.shape.y, PLACEMENT_BOUNDS.y.default),
  scale: z._default(requestedPlacementSchema.shape.scale, PLACEMENT_BOUNDS.scale.default),
  rotation: z._default(requestedPlacementSchema.shape.rotation, PLACEMENT_BOUNDS.rotation.default),
});

/** `unitPrice` is ignored, whatever it is: the server computes the price. */
export const addToCartRequestSchema = z.object({
  productId: z.string(),
  generatedImageId: z.string(),
  variantSelections: z._default(variantSelectionsSchema, {}),
  designConfig: z.prefault(requestedDesignSchema, {}),
  quantity: z._default(quantitySchema, 1),
  unitPrice: orAbsent(z.string()),
});
export type AddToCartRequest = z.input<typeof addToCartRequestSchema>;

/** `variantSelections` contains the choices that change; the others stay. */
export const changeCartItemRequestSchema = z
  .object({ quantity: z.optional(quantitySchema), variantSelections: z.optional(variantSelectionsSchema) })
  .check(
    z.refine(({ quantity, variantSelections }) => quantity !== undefined || variantSelections !== undefined, {
      path: ['quantity'],
      message: QUANTITY_MESSAGE,
    }),
  );
export type ChangeCartItemRequest = z.infer<typeof changeCartItemRequestSchema>;

/** A choice that must be made before payment. `label` is its name for shoppers, such as `model`. */
export const missingChoiceSchema = z.object({ type: variantTypeSchema, label: z.string() });
export type MissingChoice = z.infer<typeof missingChoiceSchema>;

export const cartItemSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  generatedImageId: z.uuid(),
  quantity: z.int(),
  unitPrice: moneySchema,
  variantSelections: variantSelectionsSchema,
  designConfig: designConfigSchema,
  scaleSense: storedScaleSense,
  /** false if the product or the variant is no longer sold. */
  available: z.boolean(),
  generatedImage: z.nullable(z.object({ id: z.uuid(), url: z.string() })),
  product: z.nullable(
    z.object({
      id: z.uuid(),
      title: z.string(),
      imageUrl: z.nullable(z.string()),
      /** Names the choices: a phone case has models. */
      category: z.optional(z.string()),
    }),
  ),
  /**
   * The product's print area and picture; null until the catalogue's event has arrived. Optional: screens work without
   * it.
   */
  print: z.nullish(orderItemPrintSchema),
  /** Absent: everything is chosen. */
  missingChoices: z.optional(z.array(missingChoiceSchema)),
});
export type CartItem = z.infer<typeof cartItemSchema>;

const readableCartItem = readable(cartItemSchema);
const titledPictureReader = z.object({
  title: z.catch(z.string(), ''),
  imageUrl: orNull(z.string()),
  category: orAbsent(z.string()),
});

export const cartItemReader = z.extend(readableCartItem, {
  productId: orNull(readableCartItem.shape.productId),
  generatedImageId: orNull(readableCartItem.shape.generatedImageId),
  variantSelections: variantSelectionsReader,
  designConfig: designConfigReader,
  scaleSense: scaleSenseReader,
  available: z.catch(z.boolean(), true),
  generatedImage: orNull(z.object({ url: z.string() })),
  product: orNull(titledPictureReader),
  print: orAbsent(z.nullable(orderItemPrintSchema)),
  missingChoices: orAbsent(z.array(missingChoiceSchema)),
});
export type DisplayedCartItem = z.output<typeof cartItemReader>;

export const cartSchema = z.object({
  items: z.array(cartItemSchema),
  subtotal: moneySchema,
  itemCount: z.int(),
});
export type Cart = z.infer<typeof cartSchema>;

export const cartReader = z.extend(readable(cartSchema), { items: z.array(cartItemReader) });
export type DisplayedCart = z.output<typeof cartReader>;

/** The answer of a call that changes an item: the cart, or null for anything else. */
export const changedCartReader = orNull(cartReader);

export const EMPTY_CART: Cart = { items: [], subtotal: '0.00', itemCount: 0 };

/** Readable marker cookie: the browser requests the cart only if it is set. */
export const CART_COOKIE = 'has-cart';
