import {
  confirmEmailRequestSchema,
  changePasswordRequestSchema,
  forgotPasswordRequestSchema,
  loginRequestSchema,
  passwordConfirmationSchema,
  recoveryCodesReader,
  recoveryCodesSchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetupReader,
  secondFactorSetupSchema,
  secondFactorStatusReader,
  secondFactorStatusSchema,
  userSchema,
  userReader,
  userSessionSchema,
} from '../identity/index.js';
import type { Route } from './route.js';

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

export const changePassword = {
  method: 'POST',
  path: '/api/user/change-password',
  service: 'identity',
  access: 'user',
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
        contents: 'who you are to us: your name, your e-mail address, where you are signed in',
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

export const enterSecondFactor = {
  method: 'POST',
  path: '/api/second-factor',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: secondFactorCodeSchema,
  answer: { status: 200, schema: userSchema },
  reader: userReader,
} as const satisfies Route;

export const getSecondFactor = {
  method: 'GET',
  path: '/api/user/second-factor',
  service: 'identity',
  access: 'user',
  limit: 'read',
  answer: { status: 200, schema: secondFactorStatusSchema },
  reader: secondFactorStatusReader,
} as const satisfies Route;

export const beginSecondFactor = {
  method: 'POST',
  path: '/api/user/second-factor',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: passwordConfirmationSchema,
  answer: { status: 200, schema: secondFactorSetupSchema },
  reader: secondFactorSetupReader,
} as const satisfies Route;

export const turnOnSecondFactor = {
  method: 'POST',
  path: '/api/user/second-factor/turn-on',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: secondFactorCodeSchema,
  answer: { status: 200, schema: recoveryCodesSchema },
  reader: recoveryCodesReader,
} as const satisfies Route;

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: secondFactorProofSchema,
  answer: { status: 200, schema: recoveryCodesSchema },
  reader: recoveryCodesReader,
} as const satisfies Route;

export const turnOffSecondFactor = {
  method: 'POST',
  path: '/api/user/second-factor/turn-off',
  service: 'identity',
  access: 'user',
  limit: 'sign-in',
  body: secondFactorProofSchema,
  answer: { status: 204 },
} as const satisfies Route;
