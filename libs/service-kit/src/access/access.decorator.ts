import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { AccessLevel } from '@shop/contracts/common';

export const ACCESS_METADATA = 'shop:access';

/** Declares who may call a handler. A handler without it refuses every call, and each service's access.spec.ts fails. */
export const Access = (level: AccessLevel): CustomDecorator => SetMetadata(ACCESS_METADATA, level);
