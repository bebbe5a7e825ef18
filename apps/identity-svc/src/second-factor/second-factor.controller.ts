import { Body, Controller, Inject, Res } from '@nestjs/common';
import type {
  PasswordConfirmation,
  SecondFactorCode,
  SecondFactorProof,
  SecondFactorStatus,
  User,
} from '@shop/contracts-identity';
import {
  beginSecondFactor,
  enterSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@shop/contracts-identity/routes';
import { Caller, Route, zodPipe } from '@shop/service-kit';
import { SignInClient } from '../security/sign-in-client.js';
import { setSession, type Reply } from '../sessions/sessions.controller.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller()
export class SecondFactorController {
  constructor(@Inject(SecondFactorService) private readonly secondFactor: SecondFactorService) {}

  @Route(enterSecondFactor)
  async enterCode(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(enterSecondFactor.body)) { code }: SecondFactorCode,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    const { user, sid } = await this.secondFactor.enterCode(caller, client, code);
    setSession(reply, sid);
    return user;
  }

  @Route(getSecondFactor)
  getStatus(@Caller() caller: Caller): Promise<SecondFactorStatus> {
    return this.secondFactor.getStatus(caller);
  }

  @Route(beginSecondFactor)
  async beginSetup(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(beginSecondFactor.body)) { password }: PasswordConfirmation,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<{ secret: string; uri: string }> {
    const { sid, ...setup } = await this.secondFactor.beginSetup(caller, client, password);
    setSession(reply, sid);
    return setup;
  }

  @Route(turnOnSecondFactor)
  async turnOn(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(turnOnSecondFactor.body)) { code }: SecondFactorCode,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<{ recoveryCodes: string[] }> {
    const { recoveryCodes, sid } = await this.secondFactor.turnOn(caller, client, code);
    setSession(reply, sid);
    return { recoveryCodes };
  }

  @Route(renewRecoveryCodes)
  async renewRecoveryCodes(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(renewRecoveryCodes.body)) proof: SecondFactorProof,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<{ recoveryCodes: string[] }> {
    const { recoveryCodes, sid } = await this.secondFactor.renewRecoveryCodes(caller, client, proof);
    setSession(reply, sid);
    return { recoveryCodes };
  }

  @Route(turnOffSecondFactor)
  async turnOff(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(turnOffSecondFactor.body)) proof: SecondFactorProof,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    setSession(reply, await this.secondFactor.turnOff(caller, client, proof));
  }
}
