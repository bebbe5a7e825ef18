import { sandboxConfirmationSchema, type SandboxConfirmation, type SandboxConfirmRequest } from '@shop/contracts/order';
import { api } from '@shop/web-kit';

export const confirmSandboxPayment = (request: SandboxConfirmRequest): Promise<SandboxConfirmation> =>
  api.post('/api/sandbox/payments/confirm', request, sandboxConfirmationSchema);
