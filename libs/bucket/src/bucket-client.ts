import { S3Client } from '@aws-sdk/client-s3';
import { withSpan } from '@shop/tracing';

/** How an app reaches a bucket. The names are those of its environment variables. */
export interface BucketAccess {
  /** Amazon's by default. */
  S3_ENDPOINT?: string;
  S3_REGION: string;
  /** Both or neither: without a key the SDK uses its default chain (its own variables, its files, the machine's role). */
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}

/** For each of the SDK's three attempts. All must end before the gateway's timeout of 15 s. */
const CONNECT_TIMEOUT_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 3_000;
/** A picture that streams to a slow client occupies a connection all the time and must not block others. */
const MAX_CONNECTIONS = 1_000;

const noop = (): void => undefined;

export function createBucketClient({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: BucketAccess): S3Client {
  const agent = { maxSockets: MAX_CONNECTIONS };
  const client = new S3Client({
    region,
    // Self-hosted servers seldom have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Without a silent logger the SDK warns on the console that a stream is not retried.
    logger: { debug: noop, info: noop, warn: noop, error: noop },
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  traceCommands(client);
  return client;
}

/** Each command is a span, named by its kind: keys are ids of pictures. */
function traceCommands({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName = 'command' }) =>
      (args) =>
        withSpan(`s3 ${commandName}`, { kind: 'client', attributes: { 'peer.service': 's3' } }, () => next(args)),
    { step: 'initialize', name: 'traceCommands' },
  );
}

/** Whether the error means that the object does not exist. A missing bucket is another error. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
