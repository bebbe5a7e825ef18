/**
 * The attackers of `npm run prove:hostile`, in a process of their own: each of twenty networks repeats all attacks until the time is over.
 * Prints, as JSON, how often each attack got which answer.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

/** Attack → answer (a status, or what happened instead) → number. */
export type Answers = Record<string, Record<string, number>>;

const NETWORKS = 20;
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    seconds: { type: 'string' },
    product: { type: 'string' },
    email: { type: 'string' },
    guests: { type: 'string' },
  },
});
/** Guests with an artwork, which carts and streams need. */
const guests = JSON.parse(values.guests ?? '[]') as { cookie: string; artworkId: string }[];
const origin = new URL(values.url ?? '');
const end = Date.now() + Number(values.seconds) * 1000;
const answers: Answers = {};
const count = (attack: string, answer: string): void => {
  const counts = (answers[attack] ??= {});
  counts[answer] = (counts[answer] ?? 0) + 1;
};

interface Call {
  path: string;
  method?: string;
  body?: string | Buffer;
  headers?: Record<string, string | number>;
  /** The body is sent at this pace, a byte at a time. */
  dripMs?: number;
  /** The answer is not waited for to its end. */
  isStream?: boolean;
}

/** One client, `127.0.<network>.1`. */
class Attacker {
  private readonly agent: Agent;
  private readonly localAddress: string;
  readonly cookie: string;
  readonly artworkId: string;

  constructor(network: number) {
    const guest = guests[network % guests.length];
    this.cookie = guest?.cookie ?? '';
    this.artworkId = guest?.artworkId ?? '';
    this.localAddress = `127.0.${network}.1`;
    this.agent = new Agent({ keepAlive: true, maxSockets: 200, localAddress: this.localAddress });
  }

  /** Resolves with the answer's headers, or with undefined if the connection ended without an answer. */
  call(
    attack: string,
    { path, method = 'GET', body, headers, dripMs, isStream }: Call,
  ): Promise<IncomingHttpHeaders | undefined> {
    return new Promise((resolve) => {
      const sent = request({
        host: '127.0.0.1',
        port: origin.port,
        path,
        method,
        agent: this.agent,
        localAddress: this.localAddress,
        headers: { host: origin.host, origin: origin.origin, ...(this.cookie && { cookie: this.cookie }), ...headers },
      });
      sent.on('response', (answer) => {
        count(attack, String(answer.statusCode));
        answer.resume().on('error', () => undefined);
        if (isStream) resolve(answer.headers);
        else answer.once('close', () => resolve(answer.headers));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The gateway closes the connection of a request that it refused while it was sent.
        count(attack, ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? 'closed' : (error.code ?? error.message));
        resolve(undefined);
      });
      if (dripMs === undefined) return void sent.end(body);
      const timer = setInterval(() => sent.write('x'), dripMs);
      sent.on('close', () => clearInterval(timer));
    });
  }

  post(attack: string, path: string, body: object): Promise<IncomingHttpHeaders | undefined> {
    return this.call(attack, {
      path,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  stop(): void {
    this.agent.destroy();
  }
}

const ODD_PATHS = [
  `${'/'.repeat(15_900)}x`,
  `/${'a/'.repeat(900)}`,
  '/api//user',
  '/products/%00',
  '/%E0%A4%A',
  '/..%2f..%2f..%2fetc/passwd',
  `/api/orders/${randomUUID()}`,
  `/api/orders/${'9'.repeat(1_900)}`,
  `/products?${'a[]=1&'.repeat(2_000)}`,
  `/api/placed-orders/${"'%20OR%201=1--"}`,
  '/assets/../../package.json',
  '/.env',
];

/** A photo of noise, which no encoder can make small. */
async function createUpload(): Promise<{ body: Buffer; headers: Record<string, string | number> }> {
  const [width, height] = [1_600, 1_200];
  const photo = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const boundary = randomUUID();
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="pet.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const upload = await createUpload();

/** Milliseconds between two calls of one network. */
const ATTACKS: Record<string, { everyMs: number; run: (attacker: Attacker) => Promise<unknown> }> = {
  'odd paths': {
    everyMs: 200,
    run: (attacker) =>
      attacker.call('odd paths', { path: ODD_PATHS[Math.floor(Math.random() * ODD_PATHS.length)] ?? '/' }),
  },
  'sign-ins': {
    everyMs: 400,
    run: (attacker) => {
      const email = Math.random() < 0.5 ? (values.email ?? '') : `${randomUUID()}@example.com`;
      return attacker.post('sign-ins', '/api/login', { email, password: randomUUID() });
    },
  },
  resets: {
    everyMs: 1_000,
    run: (attacker) => attacker.post('resets', '/api/forgot-password', { email: values.email ?? '' }),
  },
  uploads: {
    everyMs: 1_500,
    run: (attacker) => attacker.call('uploads', { path: '/api/upload', method: 'POST', ...upload }),
  },
  carts: {
    everyMs: 150,
    run: (attacker) =>
      attacker.post('carts', '/api/cart', {
        productId: values.product ?? '',
        generatedImageId: attacker.artworkId,
        quantity: 1,
      }),
  },
  streams: {
    everyMs: 500,
    run: (attacker) => attacker.call('streams', { path: `/api/generate/${randomUUID()}/progress`, isStream: true }),
  },
  'slow bodies': {
    everyMs: 1_000,
    run: (attacker) =>
      attacker.call('slow bodies', {
        path: '/api/login',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 90_000 },
        dripMs: 5_000,
      }),
  },
  'slow uploads': {
    everyMs: 2_000,
    run: (attacker) =>
      attacker.call('slow uploads', {
        path: '/api/upload',
        method: 'POST',
        headers: { ...upload.headers, 'content-length': 20_000_000 },
        dripMs: 5_000,
      }),
  },
};

// The shop has the cores first: an attacker's computer would be another one.
setPriority(10);
const attackers = Array.from({ length: NETWORKS }, (_, index) => new Attacker(index + 1));
await Promise.all(
  attackers.flatMap((attacker) =>
    Object.values(ATTACKS).map(async ({ everyMs, run }) => {
      await delay(Math.random() * everyMs);
      while (Date.now() < end) {
        void run(attacker);
        await delay(everyMs);
      }
    }),
  ),
);
// Late answers.
await delay(2_000);
for (const attacker of attackers) attacker.stop();
process.stdout.write(JSON.stringify(answers), () => process.exit());
