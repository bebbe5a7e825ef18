import * as z from 'zod/mini';
import { newPasswordSchema } from './passwords.js';

const accepts = (password: string): boolean => z.safeParse(newPasswordSchema, password).success;

describe('a new password', () => {
  it.each([7, 8, 64, 200, 201])('of %d characters is accepted if that is 8 to 200', (length) => {
    expect(accepts('a'.repeat(length))).toBe(length >= 8 && length <= 200);
  });

  it.each([
    'onlyletters',
    'ONLYLETTERS',
    '8247193650',
    ' !"§$%&/() ',
    'päßwörtchen',
    '密码密码密码密码',
    '🐕🐈🐇🦜🐢🐍🦎🐎',
  ])('may have any characters, which stay as typed: %j', (password) =>
    expect(z.parse(newPasswordSchema, password)).toBe(password),
  );
});
