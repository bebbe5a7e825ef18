import {
  changePasswordRequestSchema,
  eraseAccountRequestSchema,
  forgotPasswordRequestSchema,
  loginRequestSchema,
  registerRequestSchema,
  RESET_LINK_INVALID,
  resetPasswordRequestSchema,
  userSchema,
} from '../identity/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

const tag = 'Accounts';
const { email, password } = SAMPLE;
const CREDENTIALS_INVALID = 'Invalid email or password';

const signIn: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/register',
    access: 'public',
    tag,
    summary: 'Make an account, and sign in',
    description: 'What a guest has put into the cart, uploaded, drawn and ordered comes along, once.',
    body: registerRequestSchema,
    answer: { status: 201, description: 'The user, signed in by the session cookie', schema: userSchema },
    errors: { 429: 'Too many attempts from this address' },
    examples: [
      { name: 'makes an account', body: { email, password, firstName: 'Pat', lastName: 'Doe' }, status: 201 },
      { name: 'needs no name', body: { email, password }, status: 201 },
      {
        name: 'refuses an address that is taken',
        given: ['an account'],
        body: { email, password },
        status: 409,
        message: 'An account with this email already exists',
      },
      {
        name: 'refuses what is no e-mail address',
        body: { email: 'pat', password },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'refuses a short password',
        body: { email, password: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
  {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    tag,
    summary: 'Sign in',
    body: loginRequestSchema,
    answer: { status: 200, description: 'The user, signed in by a new session cookie', schema: userSchema },
    errors: { 429: 'Too many attempts at this account, or from this address' },
    examples: [
      { name: 'signs in', given: ['an account'], body: { email, password }, status: 200 },
      {
        name: 'refuses a wrong password',
        given: ['an account'],
        body: { email, password: 'not the one' },
        status: 401,
        message: CREDENTIALS_INVALID,
      },
      {
        name: 'refuses an unknown account in the same words',
        body: { email, password },
        status: 401,
        message: CREDENTIALS_INVALID,
      },
      {
        name: 'refuses an empty password',
        body: { email, password: '' },
        status: 400,
        message: 'Password is required',
      },
      {
        name: 'refuses what is no e-mail address',
        body: { email: 'pat', password },
        status: 400,
        message: 'Invalid email address',
      },
    ],
  },
  {
    method: 'GET',
    path: '/api/login',
    access: 'public',
    tag,
    summary: 'Where a browser is sent to sign in',
    answer: { status: 302, description: 'To `/auth`' },
    examples: [{ name: 'leads to the page', status: 302 }],
  },
  {
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    tag,
    summary: 'Sign out',
    answer: { status: 204, description: 'The session is over, on every gateway within a second' },
    examples: [
      { name: 'ends the session', as: 'a customer', status: 204 },
      { name: 'is as well without one', as: 'nobody', status: 204 },
    ],
  },
  {
    method: 'GET',
    path: '/api/user',
    access: 'user',
    tag,
    summary: 'Who is signed in',
    answer: { status: 200, description: 'The user', schema: userSchema },
    examples: [{ name: 'tells who it is', status: 200 }],
  },
];

const ownAccount: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/user/change-password',
    access: 'user',
    tag,
    summary: 'Change the password',
    description: "The user's other sessions end.",
    body: changePasswordRequestSchema,
    answer: { status: 200, description: 'Changed; an empty object' },
    errors: { 429: 'Too many wrong passwords for this account, or attempts from this address' },
    examples: [
      { name: 'changes it', body: { currentPassword: password, newPassword: 'another fine one' }, status: 200 },
      {
        name: 'refuses a wrong current one',
        body: { currentPassword: 'not the one', newPassword: 'another fine one' },
        status: 400,
        message: 'Current password is incorrect',
      },
      {
        name: 'refuses a short new one',
        body: { currentPassword: password, newPassword: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
  {
    method: 'POST',
    path: '/api/user/sign-out-everywhere',
    access: 'user',
    tag,
    summary: 'End every session of this user',
    answer: { status: 204, description: 'Every session is over, this one too' },
    examples: [{ name: 'ends them', status: 204 }],
  },
  {
    method: 'GET',
    path: '/api/user/data',
    access: 'user',
    tag,
    summary: 'Everything the shop holds about this user',
    answer: { status: 200, description: 'One zip with a folder for each part of the shop', type: 'application/zip' },
    errors: { 429: 'Asked for too often', 503: 'A part is down: all of them, or nothing' },
    examples: [{ name: 'comes as a zip', given: ['an artwork'], status: 200 }],
  },
  {
    method: 'POST',
    path: '/api/user/erase',
    access: 'user',
    tag,
    summary: 'Delete the account',
    description:
      'The account is closed at once; every part of the shop then removes what it keeps. Orders stay without the person.',
    body: eraseAccountRequestSchema,
    answer: { status: 202, description: 'Closed; the rest follows, and a receipt by e-mail' },
    errors: {
      409: 'The last admin can not go',
      429: 'Too many wrong passwords for this account, or attempts from this address',
    },
    examples: [
      { name: 'closes it', body: { password }, status: 202 },
      {
        name: 'asks for the right password',
        body: { password: 'not the one' },
        status: 400,
        message: 'Current password is incorrect',
      },
    ],
  },
];

const resets: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/forgot-password',
    access: 'public',
    tag,
    summary: 'Ask for a link to set a new password',
    description: 'Answers the same, in the same time, whether or not there is such an account.',
    body: forgotPasswordRequestSchema,
    answer: { status: 200, description: 'An empty object' },
    errors: { 429: 'Too many attempts for this account, or from this address' },
    examples: [
      { name: 'sends a link', given: ['an account'], body: { email }, status: 200 },
      { name: 'answers the same for an unknown address', body: { email }, status: 200 },
      {
        name: 'refuses what is no e-mail address',
        body: { email: 'pat' },
        status: 400,
        message: 'Invalid email address',
      },
    ],
  },
  {
    method: 'POST',
    path: '/api/reset-password',
    access: 'public',
    tag,
    summary: 'Set a new password by a link',
    description: 'A link works once, within an hour. All sessions of the user end.',
    body: resetPasswordRequestSchema,
    answer: { status: 200, description: 'Set; an empty object' },
    errors: { 429: 'Too many attempts from this address' },
    examples: [
      {
        name: 'sets it',
        given: ['a reset link'],
        body: { token: SAMPLE.resetToken, password: 'another fine one' },
        status: 200,
      },
      {
        name: 'refuses a link that was used',
        given: ['a used reset link'],
        body: { token: SAMPLE.resetToken, password: 'another fine one' },
        status: 400,
        message: RESET_LINK_INVALID,
      },
      {
        name: 'refuses a link that is none',
        body: { token: 'made up', password: 'another fine one' },
        status: 400,
        message: RESET_LINK_INVALID,
      },
      {
        name: 'refuses a short password',
        given: ['a reset link'],
        body: { token: SAMPLE.resetToken, password: 'short' },
        status: 400,
        message: 'Password must be at least 8 characters',
      },
    ],
  },
];

export const identityOperations: readonly Operation[] = [...signIn, ...ownAccount, ...resets];
