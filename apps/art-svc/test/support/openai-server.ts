import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImageEditStreamEvent, ImagesResponse } from 'openai/resources/images';
import type { Model } from 'openai/resources/models';
import sharp from 'sharp';

/** The error object of API responses; the package exposes it as `APIError.error`. */
export interface ApiError {
  message: string;
  type: string | null;
  code: string | null;
  param?: string | null;
  moderation_details?: { moderation_stage: 'input' | 'output'; categories: string[] };
}

/** A received call of /images/edits. */
export interface EditCall {
  readonly fields: Readonly<Record<string, string>>;
  /** The first file. */
  readonly image: Buffer;
  /** Field name, file name and content of each file, in their order. */
  readonly files: readonly (readonly [field: string, name: string, content: Buffer])[];
  readonly headers: IncomingMessage['headers'];
}

export type Reply = (call: EditCall, response: ServerResponse) => Promise<void> | void;

export const USAGE: ImagesResponse.Usage = {
  input_tokens: 1_300,
  input_tokens_details: { image_tokens: 1_000, text_tokens: 300 },
  output_tokens: 2_000,
  total_tokens: 3_300,
};

/**
 * A fake of OpenAI's API over HTTP: multipart requests, JSON or server-sent events as responses. By default it draws
 * plain green pictures.
 */
export class OpenAiServer {
  readonly calls: EditCall[] = [];
  /** Replies to the next calls; afterwards the server draws. */
  readonly replies: Reply[] = [];
  model: Partial<Model> | ApiError = {};
  /** Number of calls whose client disconnected before the response was complete. */
  abandonedCalls = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<OpenAiServer> {
    const server = createServer((request, response) => {
      void (request.url?.startsWith('/v1/models/')
        ? instance.answerModel(request, response)
        : instance.answerEdit(request, response));
    });
    const instance = new OpenAiServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return instance;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  reset(): void {
    this.calls.length = this.replies.length = 0;
    this.abandonedCalls = 0;
    this.model = {};
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answerModel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = decodeURIComponent(request.url!.slice('/v1/models/'.length));
    if ('message' in this.model)
      return sendJson(response, this.model.code === 'model_not_found' ? 404 : 401, { error: this.model });
    const model: Model = { id, object: 'model', created: 1_788_825_600, owned_by: 'openai', ...this.model };
    sendJson(response, 200, model);
  }

  private async answerEdit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => {
      if (!response.writableFinished) this.abandonedCalls++;
    });
    response.setHeader('x-request-id', `req_${this.calls.length + 1}`);
    const call = await readCall(request);
    this.calls.push(call);
    await (this.replies.shift() ?? draws())(call, response);
  }
}

async function readCall(request: IncomingMessage): Promise<EditCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = await new Response(Buffer.concat(chunks), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const files = await Promise.all(
    [...form]
      .filter((entry): entry is [string, File] => typeof entry[1] !== 'string')
      .map(async ([field, file]) => [field, file.name, Buffer.from(await file.arrayBuffer())] as const),
  );
  return { fields, files, image: files[0]![2], headers: request.headers };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const pictures = new Map<string, Promise<string>>();

/** A green picture of the requested size; the greener, the more finished. Cached. */
function encodePicture(size: string, green = 160): Promise<string> {
  const [width = 1024, height = 1024] = size.split('x').map(Number);
  const background = { r: 20, g: green, b: 60 };
  const encoded =
    pictures.get(`${size} ${green}`) ??
    sharp({ create: { width, height, channels: 3, background } })
      .png({ compressionLevel: 1 })
      .toBuffer()
      .then((png) => png.toString('base64'));
  pictures.set(`${size} ${green}`, encoded);
  return encoded;
}

/** A disc on a transparent ground. */
export async function cutOutPicture(size: string): Promise<string> {
  const [width = 1024, height = 1024] = size.split('x').map(Number);
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${width / 3}" fill="#c84"/></svg>`;
  return (await sharp(Buffer.from(disc)).png({ compressionLevel: 1 }).toBuffer()).toString('base64');
}

const commonFields = (size: string) =>
  ({ background: 'opaque', created_at: 1_795_400_000, output_format: 'png', quality: 'medium', size }) as const;
const eventText = (event: ImageEditStreamEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

async function createPartialEvent(size: string, index: number): Promise<ImageEditStreamEvent> {
  return {
    type: 'image_edit.partial_image',
    partial_image_index: index,
    b64_json: await encodePicture(size, 60 + 40 * index),
    ...commonFields(size),
  };
}

const beginStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Unreferenced, so that a disconnected client does not keep the test process alive. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Draws. A streamed answer awaits `beforePicture` with the number of pictures that were sent, then sends the next one. */
export function draws({
  beforePicture = async (_sent: number): Promise<void> => undefined,
  usage = USAGE,
  base64 = encodePicture,
} = {}): Reply {
  return async ({ fields }, response) => {
    const size = fields.size ?? '1024x1024';
    if (fields.stream !== 'true') {
      const answer: ImagesResponse = {
        created: 1_795_400_000,
        data: [{ b64_json: await base64(size) }],
        usage,
        background: 'opaque',
        output_format: 'png',
        quality: 'medium',
        size,
      };
      return sendJson(response, 200, answer);
    }
    beginStream(response);
    const partialPictures = Number(fields.partial_images);
    for (let index = 0; index < partialPictures; index++) {
      await beforePicture(index);
      response.write(eventText(await createPartialEvent(size, index)));
    }
    await beforePicture(partialPictures);
    response.end(
      eventText({ type: 'image_edit.completed', b64_json: await base64(size), usage, ...commonFields(size) }),
    );
  };
}

/** Draws a picture without its last third. */
export const drawsTruncated = (): Reply =>
  draws({
    base64: async (size) => encodePicture(size).then((whole) => whole.slice(0, Math.ceil(whole.length / 6) * 4)),
  });

export const failsWith =
  (status: number, error: ApiError, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, status, { error });
  };

export const MODERATED: ApiError = {
  message:
    'Your request was rejected by the safety system. If you believe this is an error, contact us with the request ID req_1. safety_violations=[violence].',
  type: 'image_generation_user_error',
  code: 'moderation_blocked',
  param: null,
  moderation_details: { moderation_stage: 'input', categories: ['violence'] },
};
export const BUSY: ApiError = {
  message: 'Rate limit reached for images per minute.',
  type: 'requests',
  code: 'rate_limit_exceeded',
};
export const WRONG_KEY: ApiError = {
  message: 'Incorrect API key provided: sk-ab*****yz.',
  type: 'invalid_request_error',
  code: 'invalid_api_key',
};
export const UNKNOWN_MODEL: ApiError = {
  message: 'The model does not exist.',
  type: 'invalid_request_error',
  code: 'model_not_found',
};
export const BROKEN: ApiError = {
  message: 'The server had an error while processing your request.',
  type: 'server_error',
  code: null,
};

/** Sends one partial picture, and then an error: the safety system also checks the result. */
export const failsMidway =
  (error: ApiError): Reply =>
  async ({ fields }, response) => {
    beginStream(response).write(eventText(await createPartialEvent(fields.size ?? '1024x1024', 0)));
    response.end(`event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`);
  };

/** Ends regularly, without the artwork. */
export const omitsPicture: Reply = async ({ fields }, response) => {
  if (fields.stream !== 'true') return sendJson(response, 200, { created: 1_795_400_000, data: [] });
  beginStream(response).end(eventText(await createPartialEvent(fields.size ?? '1024x1024', 0)));
};

/** Breaks the connection within the response. */
export const breaksOff: Reply = async ({ fields }, response) => {
  const isStream = fields.stream === 'true';
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  response.write(
    isStream
      ? eventText(await createPartialEvent(fields.size ?? '1024x1024', 0))
      : '{"created":1795400000,"data":[{"b64_json":"iVBORw0KGgo',
  );
  await pause(50);
  response.destroy();
};

/** Breaks the connection before the response. */
export const hangsUp: Reply = (_, response) => void response.destroy();

/** Never responds. */
export const neverAnswers: Reply = () => undefined;
