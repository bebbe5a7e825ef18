import type { ArgumentsHost } from '@nestjs/common';
import { jest } from '@jest/globals';
import { ProblemFilter } from './problem.filter.js';

/** Passes an error of a request to the filter. */
function refuseRequest(error: Error) {
  const log = { info: jest.fn(), error: jest.fn() };
  const reply = {
    sent: false,
    raw: { headersSent: false, destroy: jest.fn() },
    status: jest.fn(),
    headers: jest.fn(),
    send: jest.fn(),
  };
  for (const method of [reply.status, reply.headers]) method.mockReturnValue(reply);
  const http = { getRequest: () => ({ log, headers: {} }), getResponse: () => reply };
  new ProblemFilter('order-svc').catch(error, {
    getType: () => 'http',
    switchToHttp: () => http,
  } as unknown as ArgumentsHost);
  return { log, reply };
}

const lost = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNRESET' });

describe('ProblemFilter', () => {
  it('takes a request that is not sent to its end for no fault of the database', () => {
    const { log, reply } = refuseRequest(lost('aborted'));
    expect(log.error).not.toHaveBeenCalled();
    expect(reply.raw.destroy).toHaveBeenCalled();
  });

  it('logs a lost connection of the database, and names the service', () => {
    const { log, reply } = refuseRequest(lost('read ECONNRESET'));
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ code: 'DATABASE_DOWN' }), 'Request failed');
    expect(reply.status).toHaveBeenCalledWith(503);
  });
});
