import { DomainError } from '@shop/contracts-common';

/** One tag: `"v1"`. A proxy that compresses may have made it weak: `W/"v1"`. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/** The versions that the request names; null: any. */
export type SeenVersions = readonly string[] | null;

/** Whether a change may be made that was decided on one of these versions. */
export const isSeen = (seen: SeenVersions, current: string | number): boolean =>
  seen === null || seen.includes(String(current));

/**
 * Parses the `If-Match` header (RFC 9110, 13.1.1): the versions that the caller has seen. Returns null without the header or for `*`, which any
 * version fulfils. Throws 400 for anything else.
 */
export function parseIfMatch(header: string | undefined): SeenVersions {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((part) => {
    const tag = TAG.exec(part.trim())?.[1];
    if (tag === undefined)
      throw new DomainError('IF_MATCH_INVALID', 'invalid', 'If-Match must be a version in double quotes, or *.');
    return tag;
  });
}
