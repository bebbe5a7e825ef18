import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { tap, type Observable } from 'rxjs';

interface Versioned {
  version: string | number;
}

class EtagInterceptor implements NestInterceptor<Versioned, Versioned> {
  intercept(context: ExecutionContext, next: CallHandler<Versioned>): Observable<Versioned> {
    const response = context.switchToHttp().getResponse<{ header(name: string, value: string): unknown }>();
    return next.handle().pipe(tap(({ version }) => void response.header('etag', `"${version}"`)));
  }
}

/** For handlers that return something with a `version`: the header `ETag` has it in double quotes, as `If-Match` takes it. */
export const WithEtag = (): MethodDecorator => applyDecorators(UseInterceptors(new EtagInterceptor()));
