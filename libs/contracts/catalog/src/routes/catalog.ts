import {
  foreignPictureQuerySchema,
  adminProductSchema,
  adminProductsQuerySchema,
  adminVariantSchema,
  productChangeSchema,
  productFormSchema,
  productMoveSchema,
  productSchema,
  productsQuerySchema,
  variantChangeSchema,
  variantFormSchema,
  variantSchema,
  productReader,
  variantReader,
  adminProductReader,
  adminVariantReader,
  changedProductReader,
  copiedProductReader,
} from '../index.js';
import { searchRequestSchema, timelineEntrySchema, timelineEntryReader } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';

export const listProducts = {
  method: 'GET',
  path: '/api/products',
  service: 'catalog',
  access: 'public',
  limit: 'read',
  sessionless: true,
  query: productsQuerySchema,
  answer: { status: 200, schema: productSchema, isList: true, isPaged: true },
  reader: productReader,
} as const satisfies Route;

export const listVariants = {
  method: 'GET',
  path: '/api/products/:id/variants',
  service: 'catalog',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 200, schema: variantSchema, isList: true },
  reader: variantReader,
} as const satisfies Route;

export const listAdminProducts = {
  method: 'GET',
  path: '/api/admin/products',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  query: adminProductsQuerySchema,
  answer: { status: 200, schema: adminProductSchema, isList: true, isPaged: true },
  reader: adminProductReader,
} as const satisfies Route;

export const searchProducts = {
  method: 'POST',
  path: '/api/admin/products/search',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  query: adminProductsQuerySchema,
  body: searchRequestSchema,
  answer: { status: 200, schema: adminProductSchema, isList: true, isPaged: true },
  reader: adminProductReader,
} as const satisfies Route;

export const createProduct = {
  method: 'POST',
  path: '/api/admin/products',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: productFormSchema,
  answer: { status: 201, schema: adminProductSchema },
} as const satisfies Route;

export const getAdminProduct = {
  method: 'GET',
  path: '/api/admin/products/:id',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminProductSchema },
  reader: adminProductReader,
} as const satisfies Route;

export const changeProduct = {
  method: 'PATCH',
  path: '/api/admin/products/:id',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: productChangeSchema,
  answer: { status: 200, schema: adminProductSchema },
  reader: changedProductReader,
} as const satisfies Route;

export const deleteProduct = {
  method: 'DELETE',
  path: '/api/admin/products/:id',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;

export const copyProduct = {
  method: 'POST',
  path: '/api/admin/products/:id/copy',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  answer: { status: 201, schema: adminProductSchema },
  reader: copiedProductReader,
} as const satisfies Route;

export const moveProduct = {
  method: 'POST',
  path: '/api/admin/products/:id/move',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: productMoveSchema,
  answer: { status: 204 },
} as const satisfies Route;

export const getProductTimeline = {
  method: 'GET',
  path: '/api/admin/products/:id/timeline',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: timelineEntrySchema, isList: true },
  reader: timelineEntryReader,
} as const satisfies Route;

export const listAdminVariants = {
  method: 'GET',
  path: '/api/admin/products/:id/variants',
  service: 'catalog',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminVariantSchema, isList: true },
  reader: adminVariantReader,
} as const satisfies Route;

export const createVariant = {
  method: 'POST',
  path: '/api/admin/products/:id/variants',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: variantFormSchema,
  answer: { status: 201, schema: adminVariantSchema },
} as const satisfies Route;

export const changeVariant = {
  method: 'PATCH',
  path: '/api/admin/products/:id/variants/:variantId',
  service: 'catalog',
  access: 'admin',
  limit: 'change',
  body: variantChangeSchema,
  answer: { status: 200, schema: adminVariantSchema },
} as const satisfies Route;

export const getForeignPicture = {
  method: 'GET',
  path: '/pictures/by-address',
  service: 'catalog',
  access: 'public',
  limit: 'file',
  sessionless: true,
  query: foreignPictureQuerySchema,
  answer: { status: 200 },
} as const satisfies Route;

export const getPicture = {
  method: 'GET',
  path: '/pictures/:file',
  service: 'catalog',
  access: 'public',
  limit: 'file',
  sessionless: true,
  answer: { status: 200 },
} as const satisfies Route;
