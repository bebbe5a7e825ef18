import * as z from 'zod/mini';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const newPasswordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'Password must be at least 8 characters'),
    z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
  );
