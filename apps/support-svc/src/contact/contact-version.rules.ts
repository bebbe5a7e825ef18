/**
 * The version of a contact request: its status and the number of its replies. A change of the status compares the one, a reply the other, so
 * that a reply does not fail because another admin has marked the request as read. Callers treat it as opaque.
 */
import { DomainError } from '@shop/contracts-common';
import type { ContactStatus } from '@shop/contracts-support';
import type { SeenVersions } from '@shop/service-kit';

const SEPARATOR = '.';

interface ContactVersion {
  status: string;
  replyCount: number;
}

export const formatContactVersion = ({ status, replyCount }: ContactVersion): string => status + SEPARATOR + replyCount;

function parseContactVersion(text: string): ContactVersion {
  const [status = '', replyCount] = text.split(SEPARATOR);
  return { status, replyCount: Number(replyCount) };
}

/** What a caller has seen that names no version: a request without a reply. */
export const UNREPLIED: SeenVersions = [formatContactVersion({ status: 'new', replyCount: 0 })];

const isAnySeen = (seen: SeenVersions, isCurrent: (version: ContactVersion) => boolean): boolean =>
  seen === null || seen.map(parseContactVersion).some(isCurrent);

const outdated = (message: string): DomainError => new DomainError('CONTACT_VERSION_OUTDATED', 'conflict', message);

/** `by`: the admin who made the last change, and whether by a reply. */
export function assertStatusSeen(
  seen: SeenVersions,
  current: ContactStatus,
  by: { name: string; hasReplied: boolean } | null,
): void {
  if (isAnySeen(seen, ({ status }) => status === current)) return;
  const done = by?.hasReplied ? 'replied to this request' : `moved this request to ${current}`;
  throw outdated(`${by?.name ?? 'Someone else'} has ${done} in between. Please look at it again.`);
}

/** `lastAuthor`: of the newest reply; null without one. */
export function assertRepliesSeen(
  seen: SeenVersions,
  { replyCount, lastAuthor }: { replyCount: number; lastAuthor: string | null },
): void {
  if (replyCount === 0 || isAnySeen(seen, (version) => version.replyCount >= replyCount)) return;
  throw outdated(`${lastAuthor ?? 'Someone else'} has already replied to this request. Please read that reply first.`);
}
