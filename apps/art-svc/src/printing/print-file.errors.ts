import { DomainError, MESSAGES } from '@shop/contracts-common';

export const printFileUnknown = (): DomainError =>
  new DomainError('PRINT_FILE_UNKNOWN', 'not-found', MESSAGES.notFound);

export const printFileBeingMade = (): DomainError =>
  new DomainError(
    'PRINT_FILE_BEING_MADE',
    'unavailable',
    'This print file was deleted after its order ended. It is being made again; please try again in a minute.',
    { retryAfterSeconds: 60 },
  );
