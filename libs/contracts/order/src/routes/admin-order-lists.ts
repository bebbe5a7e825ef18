import { customerSearchRequestSchema } from '@shop/contracts-identity';
import { type Route, XLSX_TYPE } from '@shop/contracts-common/routes';
import {
  adminOrderReader,
  adminOrderSchema,
  adminOrdersFileQuerySchema,
  adminOrdersQuerySchema,
  userPurchasesReader,
  userPurchasesSchema,
} from '../index.js';

export const listAdminOrders = {
  method: 'GET',
  path: '/api/admin/orders',
  service: 'order',
  access: 'admin',
  limit: 'customer-list',
  query: adminOrdersQuerySchema,
  answer: { status: 200, schema: adminOrderSchema, isList: true, isPaged: true },
  reader: adminOrderReader,
} as const satisfies Route;

export const searchAdminOrders = {
  method: 'POST',
  path: '/api/admin/orders/search',
  service: 'order',
  access: 'admin',
  limit: 'customer-list',
  query: adminOrdersQuerySchema,
  body: customerSearchRequestSchema,
  answer: { status: 200, schema: adminOrderSchema, isList: true, isPaged: true },
  reader: adminOrderReader,
} as const satisfies Route;

export const getUserPurchases = {
  method: 'GET',
  path: '/api/admin/users/:id/purchases',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: userPurchasesSchema },
  reader: userPurchasesReader,
} as const satisfies Route;

export const exportAdminOrders = {
  method: 'GET',
  path: '/api/admin/orders.csv',
  service: 'order',
  access: 'admin',
  secondFactor: 'recent',
  permission: 'export',
  limit: 'customer-list',
  query: adminOrdersFileQuerySchema,
  answer: { status: 200, type: 'text/csv' },
} as const satisfies Route;

export const exportAdminOrdersSheet = {
  method: 'GET',
  path: '/api/admin/orders.xlsx',
  service: 'order',
  access: 'admin',
  secondFactor: 'recent',
  permission: 'export',
  limit: 'customer-list',
  query: adminOrdersFileQuerySchema,
  answer: { status: 200, type: XLSX_TYPE },
} as const satisfies Route;
