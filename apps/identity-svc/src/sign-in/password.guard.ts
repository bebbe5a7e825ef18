import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@shop/contracts/common';
import { loginRequestSchema, type LoginRequest } from '@shop/contracts/identity';
import { zod } from '@shop/service-kit';
import type { UserRow } from '../users/users.repository.js';

interface SignInRequest {
  body: unknown;
  account?: UserRow;
}

export const wrongCredentials = (): DomainError =>
  new DomainError('CREDENTIALS_WRONG', 'unauthenticated', 'Invalid email or password');

/** Lets in who knows an account's password: the contract's schema first, in its own words, then the strategy. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  private readonly body = zod(loginRequestSchema);

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    // The strategy reads the pair from the body: trimmed and in lower case by now (D7).
    request.body = this.body.transform(request.body, { type: 'body' });
    await super.canActivate(context);
    return true;
  }

  /** Beside the caller, who may be somebody else or nobody yet. */
  override getAuthenticateOptions(): { property: string } {
    return { property: 'account' };
  }

  override handleRequest<Account>(error: unknown, account: Account | false | null): Account {
    if (error) throw error as Error;
    if (!account) throw wrongCredentials();
    return account;
  }
}

/** What the guard found out, and from which password. */
export interface ProvenAccount {
  account: UserRow;
  password: string;
}

export const ProvenAccount = createParamDecorator((_: unknown, context: ExecutionContext): ProvenAccount => {
  const { account, body } = context.switchToHttp().getRequest<SignInRequest>();
  if (!account) throw wrongCredentials();
  return { account, password: (body as LoginRequest).password };
});
