/** Apart from identity.ts, whose routes are in the first load of every page. */
import {
  confirmEmailRequestSchema,
  changePasswordRequestSchema,
  forgotPasswordRequestSchema,
  passwordConfirmationSchema,
  resetPasswordRequestSchema,
  userSessionSchema,
} from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const changePassword = {
  method: 'POST',
  path: '/api/user/change-password',
  service: 'identity',
  access: 'user',
  secondFactor: 'recent',
  limit: 'sign-in',
  body: changePasswordRequestSchema,
  answer: { status: 200 },
} as const satisfies Route;

export const confirmEmail = {
  method: 'POST',
  path: '/api/user/confirm-email',
  service: 'identity',
  access: 'public',
  limit: 'reset',
  body: confirmEmailRequestSchema,
  answer: { status: 204 },
} as const satisfies Route;

export const sendConfirmationLink = {
  method: 'POST',
  path: '/api/user/send-confirmation-link',
  service: 'identity',
  access: 'user',
  limit: 'reset',
  answer: { status: 204 },
} as const satisfies Route;

export const listUserSessions = {
  method: 'GET',
  path: '/api/user/sessions',
  service: 'identity',
  access: 'user',
  limit: 'read',
  answer: { status: 200, schema: userSessionSchema, isList: true },
  reader: userSessionSchema,
} as const satisfies Route;

export const endUserSession = {
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  service: 'identity',
  access: 'user',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;

export const signOutEverywhere = {
  method: 'POST',
  path: '/api/user/sign-out-everywhere',
  service: 'identity',
  access: 'user',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;

export const confirmPassword = {
  method: 'POST',
  path: '/api/user/confirm-password',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: passwordConfirmationSchema,
  answer: { status: 204 },
} as const satisfies Route;

export const exportPersonalData = {
  method: 'GET',
  path: '/api/user/data',
  access: 'user',
  signIn: 'recent',
  limit: 'archive',
  archive: {
    name: 'petart-data',
    title: 'What PetArt holds about you',
    address: '/internal/personal-data',
    parts: [
      {
        folder: 'account',
        service: 'identity',
        contents: 'who you are to us: your name, your email address, where you are signed in',
      },
      {
        folder: 'art',
        service: 'art',
        contents: 'the photos you uploaded and the artworks made from them',
      },
      {
        folder: 'orders',
        service: 'order',
        contents: 'your cart, your orders and where they were sent',
      },
      {
        folder: 'reviews',
        service: 'catalog',
        contents: 'the reviews you wrote of our products',
      },
      {
        folder: 'requests',
        service: 'support',
        contents: 'what you wrote to us, and what we answered',
      },
    ],
  },
  answer: { status: 200, type: 'application/zip' },
} as const satisfies Route;

export const eraseAccount = {
  method: 'POST',
  path: '/api/user/erase',
  service: 'identity',
  access: 'user',
  secondFactor: 'recent',
  limit: 'sign-in',
  body: passwordConfirmationSchema,
  answer: { status: 202 },
} as const satisfies Route;

export const requestPasswordReset = {
  method: 'POST',
  path: '/api/forgot-password',
  service: 'identity',
  access: 'public',
  limit: 'reset',
  body: forgotPasswordRequestSchema,
  answer: { status: 200 },
} as const satisfies Route;

export const resetPassword = {
  method: 'POST',
  path: '/api/reset-password',
  service: 'identity',
  access: 'public',
  limit: 'reset',
  body: resetPasswordRequestSchema,
  answer: { status: 200 },
} as const satisfies Route;
