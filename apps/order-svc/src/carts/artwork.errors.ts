import { DomainError } from '@shop/contracts-common';

export const artworkUnknown = (): DomainError =>
  new DomainError(
    'ARTWORK_UNKNOWN',
    'impossible',
    'We could not find that artwork. Please create it again, or choose one from My Designs.',
  );
