import { CONTINUE_LINK_INVALID } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';

export const designUnknown = (): DomainError => new DomainError('DESIGN_UNKNOWN', 'not-found', MESSAGES.notFound);

export const continueLinkInvalid = (): DomainError =>
  new DomainError('CONTINUE_LINK_INVALID', 'not-found', CONTINUE_LINK_INVALID);

export const tooManyContinueLinks = (): DomainError =>
  new DomainError(
    'CONTINUE_LINKS_TOO_MANY',
    'too-many',
    'Too many of these emails were sent today. Please open the last one, or try again tomorrow.',
    { retryAfterSeconds: 86_400 },
  );

export const continueLinksOff = (): DomainError =>
  new DomainError('CONTINUE_LINKS_OFF', 'unavailable', 'This shop can’t send such a link right now.');
