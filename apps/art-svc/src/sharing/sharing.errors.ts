import { SHARE_LINKS_MAX } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';

/** Also for what belongs to someone else. */
export const sharedUnknown = (): DomainError => new DomainError('SHARED_UNKNOWN', 'not-found', MESSAGES.notFound);

export const tooManyShareLinks = (): DomainError =>
  new DomainError(
    'SHARE_LINKS_TOO_MANY',
    'conflict',
    `This artwork has ${SHARE_LINKS_MAX} links already. Please end one of them first.`,
  );
