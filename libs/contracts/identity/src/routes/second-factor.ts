/** Apart from identity.ts, whose routes are in the first load of every page. */
import {
  passwordConfirmationSchema,
  recoveryCodesReader,
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetupReader,
  secondFactorSetupSchema,
  secondFactorStatusReader,
  secondFactorStatusSchema,
  userSchema,
  userReader,
} from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

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
