import { type PipeTransform } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { z } from 'zod';

/** How zod's own messages begin; ours are sentences for people ("Invalid email address" is one of them). */
const ZOD_DEFAULT_MESSAGE =
  /^(Invalid (input|option|string|number|UUID|URL|ISO|key|element|discriminator)|Too (small|big)|Unrecognized)/;

/** Where an issue's own text is zod's, people read this instead. */
function toMessage(issue: z.core.$ZodIssue): string {
  return !ZOD_DEFAULT_MESSAGE.test(issue.message)
    ? issue.message
    : `${String(issue.path.join('.') || 'The request')} is missing or not valid`;
}

/** PostgreSQL keeps neither a NUL character nor half a surrogate pair in a text; JSON may carry both, at any depth. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}

/**
 * Parses a body or query with a schema of the contracts; unknown fields are dropped (D4).
 * Throws `invalid` (400) with the first sentence, and one sentence per field in `errors`.
 */
export function zod<Schema extends z.core.$ZodType>(schema: Schema): PipeTransform<unknown, z.output<Schema>> {
  return {
    transform(value: unknown): z.output<Schema> {
      if (hasUnstorableText(value))
        throw new DomainError('REQUEST_INVALID', 'invalid', 'The text holds a character that cannot be kept.');
      const parsed = z.safeParse(schema, value ?? {});
      if (parsed.success) return parsed.data;
      const fieldErrors: Record<string, string> = {};
      for (const issue of parsed.error.issues) fieldErrors[issue.path.join('.')] ??= toMessage(issue);
      const first = Object.values(fieldErrors)[0] ?? SENTENCES.invalid;
      throw new DomainError('REQUEST_INVALID', 'invalid', first, { fieldErrors });
    },
  };
}

/** An id that is not a UUID belongs to nothing: 404 (D4). */
export const uuidParam: PipeTransform<unknown, string> = {
  transform(value: unknown): string {
    const parsed = z.guid().safeParse(value);
    if (!parsed.success) throw new DomainError('ID_UNKNOWN', 'not-found', SENTENCES.notFound);
    return parsed.data.toLowerCase();
  },
};
