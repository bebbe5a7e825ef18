import * as z from 'zod/mini';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const newPasswordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'Password must be at least 8 characters'),
    z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
  );

/** Calls that ask for the current password besides the session: `POST /api/user/confirm-password`, `POST /api/user/erase`. */
export const passwordConfirmationSchema = z.object({
  password: z
    .string('Current password is required')
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(PASSWORD_MAX, 'Password must be at most 200 characters'),
    ),
});
export type PasswordConfirmation = z.infer<typeof passwordConfirmationSchema>;
