import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import { DomainError, isDomainError } from '@shop/contracts-common';
import Fastify, { type FastifyInstance } from 'fastify';
import { receiveFile } from './receive-file.js';

const refuse = () => new DomainError('REFUSED', 'unavailable', 'It can’t be stored.');
const RULES = {
  maxBytes: 25_000_000,
  errors: { missing: refuse, tooMany: refuse, tooLarge: refuse, interrupted: refuse },
};
const FORM = Buffer.concat([
  Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  ),
  Buffer.alloc(4_000_000),
  Buffer.from('\r\n--b--\r\n'),
]);

let folder: string;
let server: FastifyInstance;
let address: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-file-'));
  server = Fastify();
  await server.register(multipart);
  server.post('/', async (received, reply) => {
    const path = join(folder, 'incoming');
    // Every write to this device fails with ENOSPC.
    await symlink('/dev/full', path);
    const error: unknown = await receiveFile(received, path, RULES).catch((cause: unknown) => cause);
    return reply.code(isDomainError(error) && error.kind === 'unavailable' ? 503 : 500).send(String(error));
  });
  address = await server.listen({ port: 0 });
});
afterAll(async () => {
  agent.destroy();
  await server.close();
  await rm(folder, { recursive: true });
});

async function sendForm(): Promise<{ status: number | undefined; socket: unknown }> {
  const sent = request(address, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = new Promise<{ status: number | undefined; socket: unknown }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { socket } = sent;
      void text(response).then(() => resolve({ status: response.statusCode, socket }), reject);
    });
  });
  sent.end(FORM);
  return answered;
}

it('reads the rest of a form that can’t be stored, so that the next request of the connection is answered', async () => {
  const [first, second] = [await sendForm(), await sendForm()];
  expect([first.status, second.status]).toEqual([503, 503]);
  expect(second.socket).toBe(first.socket);
});
