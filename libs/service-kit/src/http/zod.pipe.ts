import { type PipeTransform } from '@nestjs/common';
import { DomainError, isUuid, MESSAGES } from '@shop/contracts-common';
import { z } from 'zod';

/** Matches zod's default messages. Messages of our schemas ("Invalid email address") are written for customers. */
const ZOD_DEFAULT_MESSAGE =
  /^(Invalid (input|option|string|number|UUID|URL|ISO|key|element|discriminator)|Too (small|big)|Unrecognized)/;

/** The issue's message, or a readable one in place of a zod default. */
function toMessage(issue: z.core.$ZodIssue): string {
  return !ZOD_DEFAULT_MESSAGE.test(issue.message)
    ? issue.message
    : `${String(issue.path.join('.') || 'The request')} is missing or not valid`;
}

/** PostgreSQL text can store neither NUL characters nor unpaired surrogates. JSON may contain both, at any depth. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}

/**
 * Validates a body or query with a zod schema of the contracts and drops unknown fields.
 * Throws `invalid` (400) with the first message, and one message per field in `errors`.
 */
export function zodPipe<Schema extends z.core.$ZodType>(schema: Schema): PipeTransform<unknown, z.output<Schema>> {
  return {
    transform(value: unknown): z.output<Schema> {
      if (hasUnstorableText(value))
        throw new DomainError('REQUEST_INVALID', 'invalid', 'The text holds a character that cannot be kept.');
      const parsed = z.safeParse(schema, value ?? {});
      if (parsed.success) return parsed.data;
      const fieldErrors: Record<string, string> = {};
      for (const issue of parsed.error.issues) fieldErrors[issue.path.join('.')] ??= toMessage(issue);
      const first = Object.values(fieldErrors)[0] ?? MESSAGES.invalid;
      throw new DomainError('REQUEST_INVALID', 'invalid', first, { fieldErrors });
    },
  };
}

/** Validates an id in a path. A malformed id cannot belong to anything, so the error is 404. */
export const uuidPipe: PipeTransform<unknown, string> = {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !isUuid(value))
      throw new DomainError('ID_UNKNOWN', 'not-found', MESSAGES.notFound);
    return value.toLowerCase();
  },
};
