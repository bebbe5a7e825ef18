import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pino, type Logger } from 'pino';
import { PERMISSIONS } from '@shop/contracts-common';
import type { OpenGuestSessionRequest, ResolvedSession, ResolveSessionRequest } from '@shop/contracts-identity';
import { readConfig } from '../src/config.js';
import { testIdentityKeys } from '@shop/testing';
import { startGateway, type Gateway } from '../src/gateway.js';
import type { ServiceName } from '@shop/contracts-common/routes';
import { FakeService } from './fake-service.js';

export interface GatewayResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface CallOptions {
  /** Session id for the cookie. */
  sid?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** A packer is an admin without permissions. Of an admin with the role user, a code of the second factor is missing. */
export type CallerKind = 'anonymous' | 'guest' | 'user' | 'without code' | 'packer' | 'admin';
const ROLES = { guest: 'guest', user: 'user', 'without code': 'user', packer: 'admin', admin: 'admin' } as const;

export const newSid = (): string => randomBytes(32).toString('base64url');

/** A clock that does not advance, so that cached sessions stay fresh on a slow machine. */
export const createFrozenClock = (): (() => number) => {
  const at = Date.now();
  return () => at;
};

const SERVICES: ServiceName[] = ['identity', 'catalog', 'art', 'order', 'support'];

/** The gateway with five fake services. The fake identity service knows the sessions that a test creates. */
export class GatewayFixture {
  readonly sessions = new Map<string, ResolvedSession>();
  readonly resolveRequests: ResolveSessionRequest[] = [];
  /** The session ids of guests that were stored after their first request. */
  readonly openedGuests: string[] = [];
  isIdentityDown = false;
  private readonly preparedGuests = new Map<string, ResolvedSession>();

  private constructor(
    readonly services: Record<ServiceName, FakeService>,
    readonly gateway: Gateway,
  ) {}

  static async start(
    env: Record<string, string> = {},
    now: () => number = Date.now,
    logger: Logger = pino({ level: 'silent' }),
  ): Promise<GatewayFixture> {
    const started = await Promise.all(SERVICES.map(async (name) => [name, await FakeService.start()] as const));
    const services = Object.fromEntries(started) as Record<ServiceName, FakeService>;
    const urls = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, services[name].url]));
    const config = readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      SITE_URL: 'http://shop.test',
      RATE_LIMIT_ENABLED: 'false',
      GATEWAY_PRIVATE_KEY: testIdentityKeys.privatePem, // any key
      ...urls,
      ...env,
    });
    const fixture = new GatewayFixture(services, await startGateway(config, logger, now));
    fixture.reset();
    return fixture;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await Promise.all(SERVICES.map((name) => this.services[name].stop()));
  }

  /** Restores the default handlers of the services and clears recorded requests. Keeps sessions. */
  reset(): void {
    for (const name of SERVICES) this.services[name].reset();
    this.resolveRequests.length = 0;
    this.openedGuests.length = 0;
    this.isIdentityDown = false;
    this.services.identity.handler = (req, res, seen) => {
      if (!req.url?.startsWith('/internal/sessions/')) {
        res.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
        return;
      }
      if (this.isIdentityDown) {
        res.writeHead(500).end('<h1>down</h1>');
        return;
      }
      if (req.url === '/internal/sessions/open') {
        this.openGuestSession(JSON.parse(seen.body) as OpenGuestSessionRequest);
        res.writeHead(204).end();
        return;
      }
      const question = JSON.parse(seen.body) as ResolveSessionRequest;
      this.resolveRequests.push(question);
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.resolveSession(question)));
    };
  }

  /** Creates a session and returns its id. Undefined for `anonymous`. */
  createSession(who: CallerKind, over: Partial<ResolvedSession> = {}): string | undefined {
    if (who === 'anonymous') return undefined;
    const sid = newSid();
    this.sessions.set(sid, {
      token: `token of ${who} ${sid}`,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      sid,
      role: ROLES[who],
      ...(who === 'admin' ? { permissions: [...PERMISSIONS] } : {}),
      ...(who === 'without code' ? { isCodeMissing: true } : {}),
      setCookie: false,
      ...(who === 'guest' ? {} : { signedInAt: new Date().toISOString() }),
      ...over,
    });
    return sid;
  }

  call(method: string, path: string, { sid, headers = {}, body }: CallOptions = {}): Promise<GatewayResponse> {
    const cookie = sid === undefined ? {} : { cookie: [headers.cookie, `sid=${sid}`].filter(Boolean).join('; ') };
    const length =
      body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const { hostname, port } = new URL(this.gateway.url);
    return new Promise((resolve, reject) => {
      // node:http sends the path unchanged; fetch would normalise it.
      const outgoing = request(
        { hostname, port, path, method, headers: { host: 'shop.test', ...length, ...headers, ...cookie } },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Starts a POST whose body the test sends in parts. `response` resolves with the response head. */
  startPost(
    path: string,
    headers: Record<string, string>,
  ): { outgoing: ClientRequest; response: Promise<IncomingMessage> } {
    const { hostname, port } = new URL(this.gateway.url);
    const sending = request({ hostname, port, path, method: 'POST', headers });
    const answer = once(sending, 'response').then(([message]) => (message as IncomingMessage).resume());
    return { outgoing: sending, response: answer };
  }

  /** Sends a GET and resolves with the response before its body is read. */
  openResponse(path: string, sid?: string): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.gateway.url);
    const headers = sid === undefined ? {} : { cookie: `sid=${sid}` };
    return new Promise((resolve, reject) => {
      request({ hostname, port, path, headers, agent: false }, resolve).on('error', reject).end();
    });
  }

  private openGuestSession({ sid, guestId }: OpenGuestSessionRequest): void {
    const { guestId: preparedId, ...prepared } = this.preparedGuests.get(sid) ?? {};
    if (preparedId !== guestId) throw new Error('This guest was not prepared');
    this.openedGuests.push(sid);
    this.sessions.set(sid, prepared as ResolvedSession);
  }

  private resolveSession({ sid, openGuestSession }: ResolveSessionRequest): ResolvedSession {
    const known = sid === null ? undefined : this.sessions.get(sid);
    if (known) return known;
    if (!openGuestSession) return { token: null, expiresAt: null, sid: null, role: null, setCookie: false };
    const opened = this.createSession('guest') ?? '';
    const session = this.sessions.get(opened) as ResolvedSession;
    this.sessions.delete(opened);
    this.preparedGuests.set(opened, { ...session, guestId: randomUUID() });
    return this.preparedGuests.get(opened) as ResolvedSession;
  }
}
