import type * as z from 'zod/mini';

/** The payload is valid except for values that this version does not know: its publisher is newer. A deployment resolves that. */
export class UnknownValueError extends Error {
  override readonly name = 'UnknownValueError';
}

type Issue = z.core.$ZodIssue;

const getValue = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

function isUnknownValue(issue: Issue, data: unknown): boolean {
  const value = getValue(data, issue.path);
  if (issue.code === 'invalid_value') return typeof value === 'string';
  if (issue.code !== 'invalid_union') return false;
  // Without errors, no variant has this discriminator.
  if (issue.errors.length === 0) return typeof value === 'string';
  return issue.errors.some((variant) => variant.every((inner) => isUnknownValue(inner, value)));
}

/** Whether unknown enum values are all that is wrong with `data`. A missing value is not one of them. */
export function hasOnlyUnknownValues(error: z.core.$ZodError, data: unknown): boolean {
  return error.issues.every((issue) => isUnknownValue(issue, data));
}
