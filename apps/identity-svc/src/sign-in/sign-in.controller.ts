import { Body, Controller, Get, HttpCode, Inject, Post, Redirect, Res } from '@nestjs/common';
import { loginRequestSchema, registerRequestSchema, SESSION_HEADER, type LoginRequest, type RegisterRequest, type User } from '@shop/contracts/identity';
import { Access, Caller, zod } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { toUser } from '../users/user.mapper.js';
import { Register } from './register.js';
import { SignIn, type SignedIn } from './sign-in.js';

/** The part of a Fastify reply used here. */
interface Reply {
  header(name: string, value: string): unknown;
}

/** The gateway makes the cookie of the session id, and lets nobody see the header. */
function answer(reply: Reply, { user, sid }: SignedIn): User {
  reply.header(SESSION_HEADER, sid);
  return toUser(user);
}

@Controller('api')
export class SignInController {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Register) private readonly registration: Register,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  /** D9: where two screens send the browser. */
  @Get('login')
  @Access('public')
  @Redirect('/auth', 302)
  goToSignIn(): void {}

  @Post('login')
  @HttpCode(200)
  @Access('public')
  async login(@Caller() caller: Caller, @Body(zod(loginRequestSchema)) request: LoginRequest, @Res({ passthrough: true }) reply: Reply): Promise<User> {
    return answer(reply, await this.signIn.signIn(caller, request));
  }

  @Post('register')
  @Access('public')
  async register(@Caller() caller: Caller, @Body(zod(registerRequestSchema)) request: RegisterRequest, @Res({ passthrough: true }) reply: Reply): Promise<User> {
    return answer(reply, await this.registration.register(caller, request));
  }

  @Post('logout')
  @HttpCode(204)
  @Access('public')
  async logout(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.dataSource.transaction((manager) => this.sessions.end(manager, caller, 'signed-out'));
    reply.header(SESSION_HEADER, '');
  }
}
