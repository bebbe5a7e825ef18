import * as z from 'zod/mini';

/**
 * The second factor of an admin. `off`: not needed; `missing`: the shop demands one; `asked`: this session has not entered a code
 * yet; `on`: it has. With `missing` and `asked` the role is `user`.
 */
export const secondFactorStateSchema = z.enum(['off', 'missing', 'asked', 'on']);
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>;
