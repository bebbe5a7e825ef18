import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { PrintfulError } from './printful.error.js';

/** Any key is accepted, as long as there is one. */
@Injectable()
export class PrintfulKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    if (!/^Bearer \S+$/.test(headers.authorization ?? '')) throw new PrintfulError(401, 'The API key is not valid');
    return true;
  }
}
