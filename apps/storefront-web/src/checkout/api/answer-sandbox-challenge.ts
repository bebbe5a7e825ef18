import {
  sandboxConfirmationSchema,
  type SandboxChallengeRequest,
  type SandboxConfirmation,
} from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const answerSandboxChallenge = (request: SandboxChallengeRequest): Promise<SandboxConfirmation> =>
  api.post('/api/sandbox/payments/challenge', request, sandboxConfirmationSchema);
