import { loginRequestSchema, registerRequestSchema, userSchema, userReader } from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const register = {
  method: 'POST',
  path: '/api/register',
  service: 'identity',
  access: 'public',
  limit: 'sign-in',
  body: registerRequestSchema,
  answer: { status: 201, schema: userSchema },
  reader: userReader,
} as const satisfies Route;

export const signIn = {
  method: 'POST',
  path: '/api/login',
  service: 'identity',
  access: 'public',
  limit: 'sign-in',
  body: loginRequestSchema,
  answer: { status: 200, schema: userSchema },
  reader: userReader,
} as const satisfies Route;

export const checkSignIn = {
  method: 'GET',
  path: '/api/login',
  service: 'identity',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 302 },
} as const satisfies Route;

export const signOut = {
  method: 'POST',
  path: '/api/logout',
  service: 'identity',
  access: 'public',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;

export const getCurrentUser = {
  method: 'GET',
  path: '/api/user',
  service: 'identity',
  access: 'user',
  limit: 'read',
  answer: { status: 200, schema: userSchema },
  reader: userReader,
} as const satisfies Route;
