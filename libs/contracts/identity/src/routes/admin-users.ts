import { searchRequestSchema } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';
import {
  adminUserDetailReader,
  adminUserDetailSchema,
  adminUserReader,
  adminUserSchema,
  adminUsersQuerySchema,
  changeRoleRequestSchema,
} from '../index.js';

export const listUsers = {
  method: 'GET',
  path: '/api/admin/users',
  service: 'identity',
  access: 'admin',
  limit: 'customer-list',
  query: adminUsersQuerySchema,
  answer: { status: 200, schema: adminUserSchema, isList: true, isPaged: true },
  reader: adminUserReader,
} as const satisfies Route;

export const searchUsers = {
  method: 'POST',
  path: '/api/admin/users/search',
  service: 'identity',
  access: 'admin',
  limit: 'customer-list',
  query: adminUsersQuerySchema,
  body: searchRequestSchema,
  answer: { status: 200, schema: adminUserSchema, isList: true, isPaged: true },
  reader: adminUserReader,
} as const satisfies Route;

export const getUser = {
  method: 'GET',
  path: '/api/admin/users/:id',
  service: 'identity',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminUserDetailSchema },
  reader: adminUserDetailReader,
} as const satisfies Route;

export const endSessionsOfUser = {
  method: 'POST',
  path: '/api/admin/users/:id/end-sessions',
  service: 'identity',
  access: 'admin',
  permissionAtTimes: { name: 'all', when: 'if the user is an admin' },
  limit: 'change',
  answer: { status: 200, schema: adminUserDetailSchema },
  reader: adminUserDetailReader,
} as const satisfies Route;

export const eraseUser = {
  method: 'POST',
  path: '/api/admin/users/:id/erase',
  service: 'identity',
  access: 'admin',
  permission: 'all',
  signIn: 'recent',
  secondFactor: 'recent',
  limit: 'change',
  answer: { status: 202, schema: adminUserDetailSchema },
  reader: adminUserDetailReader,
} as const satisfies Route;

export const changeUserRole = {
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  service: 'identity',
  access: 'admin',
  permission: 'all',
  signIn: 'recent',
  secondFactor: 'recent',
  limit: 'change',
  body: changeRoleRequestSchema,
  answer: { status: 200, schema: adminUserDetailSchema },
  reader: adminUserDetailReader,
} as const satisfies Route;
