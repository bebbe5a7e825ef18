import type * as z from 'zod/mini';
import {
  cutOutSchema,
  designSchema,
  generateRequestSchema,
  generationSchema,
  styleSchema,
  uploadedImageSchema,
} from '../art/index.js';
import {
  adminProductSchema,
  adminVariantSchema,
  productChangeSchema,
  productFormSchema,
  productSchema,
  variantChangeSchema,
  variantFormSchema,
  variantSchema,
} from '../catalog/index.js';
import { problemSchema, timelineEntrySchema } from '../common/index.js';
import { userSchema } from '../identity/index.js';
import {
  addToCartRequestSchema,
  adminMoneySchema,
  adminOrderDetailSchema,
  adminOrderSchema,
  adminStatsSchema,
  cartSchema,
  customerOrderSchema,
  orderSchema,
  ownOrderSchema,
  placedOrderSchema,
  shippingAddressSchema,
} from '../order/index.js';
import {
  contactReplySchema,
  contactRequestSchema,
  contactSubmissionDetailSchema,
  contactSubmissionSchema,
} from '../support/index.js';

/** Schemas with a name in the OpenAPI document; all others are inlined. */
export const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  Problem: problemSchema,
  User: userSchema,
  Product: productSchema,
  ProductForm: productFormSchema,
  ProductChange: productChangeSchema,
  AdminProduct: adminProductSchema,
  Variant: variantSchema,
  VariantForm: variantFormSchema,
  VariantChange: variantChangeSchema,
  AdminVariant: adminVariantSchema,
  TimelineEntry: timelineEntrySchema,
  Style: styleSchema,
  UploadedImage: uploadedImageSchema,
  CutOut: cutOutSchema,
  GenerateRequest: generateRequestSchema,
  Generation: generationSchema,
  Design: designSchema,
  AddToCart: addToCartRequestSchema,
  Cart: cartSchema,
  ShippingAddress: shippingAddressSchema,
  Order: orderSchema,
  PlacedOrder: placedOrderSchema,
  OwnOrder: ownOrderSchema,
  CustomerOrder: customerOrderSchema,
  AdminOrder: adminOrderSchema,
  AdminOrderDetail: adminOrderDetailSchema,
  AdminStats: adminStatsSchema,
  AdminMoney: adminMoneySchema,
  ContactRequest: contactRequestSchema,
  ContactSubmission: contactSubmissionSchema,
  ContactSubmissionDetail: contactSubmissionDetailSchema,
  ContactReply: contactReplySchema,
};
