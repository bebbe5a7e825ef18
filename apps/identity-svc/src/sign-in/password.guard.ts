import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@shop/contracts-common';
import { loginRequestSchema, type LoginRequest } from '@shop/contracts-identity';
import { zodPipe } from '@shop/service-kit';
import type { UserRow } from '../users/users.repository.js';

export interface SignInRequest {
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
  account?: UserRow;
}

export const wrongCredentials = (): DomainError =>
  new DomainError('CREDENTIALS_WRONG', 'unauthenticated', 'Invalid email or password');

/** Checks the credentials of a sign-in: first the contract's schema, which has its own error texts, then the Passport strategy. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  private readonly body = zodPipe(loginRequestSchema);

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignInRequest>();
    // The strategy reads the credentials from the body; the schema has normalised the address.
    request.body = this.body.transform(request.body, { type: 'body' });
    await super.canActivate(context);
    return true;
  }

  /** The account is stored in a property of its own, because `caller` is the session's user, if any. */
  override getAuthenticateOptions(): { property: string } {
    return { property: 'account' };
  }

  override handleRequest<Account>(error: unknown, account: Account | false | null): Account {
    if (error) throw error as Error;
    if (!account) throw wrongCredentials();
    return account;
  }
}

/** The account that the guard found, and the password that was used. */
export interface ProvenAccount {
  account: UserRow;
  password: string;
}

export const ProvenAccount = createParamDecorator((_: unknown, context: ExecutionContext): ProvenAccount => {
  const { account, body } = context.switchToHttp().getRequest<SignInRequest>();
  if (!account) throw wrongCredentials();
  return { account, password: (body as LoginRequest).password };
});
