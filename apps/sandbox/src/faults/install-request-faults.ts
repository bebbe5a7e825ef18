import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestFaultsService } from './request-faults.service.js';

const toCall = ({ method, url }: FastifyRequest): string => `${method} ${url}`;

/** These addresses never fail, because faults are planned there. */
const isExempt = ({ url }: FastifyRequest): boolean => /^\/(sandbox\/control\/|healthz|readyz)/.test(url);

/** Lets the planned faults happen. */
export function installRequestFaults(server: FastifyInstance, faults: RequestFaultsService): void {
  const hangingUp = new WeakSet<FastifyRequest>();
  server.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    const call = toCall(request);
    await faults.onCall(call);
    const fault = faults.takeFault(call);
    if (fault === 'hang-up-after') hangingUp.add(request);
    else if (fault === 'hang-up') {
      reply.hijack();
      request.raw.socket.destroy();
    } else if (fault) return reply.code(fault.status).send(fault.body);
  });
  server.addHook('onSend', async (request) => {
    if (isExempt(request)) return;
    await faults.onAnswer(toCall(request));
    if (hangingUp.has(request)) request.raw.socket.destroy();
  });
}
