import sharp from 'sharp';
import type { Example, Operation, Caller } from '@shop/contracts-common/docs';
import type { PhotoFile } from '../support/pet-photo.ts';
import type { ApiClient, RequestOptions } from './api-client.ts';
import type { SampleValues, TestShop } from './test-shop.ts';

const DEFAULT_CALLERS: Record<Operation['access'], Caller> = {
  public: 'anonymous',
  guest: 'a guest',
  session: 'a guest',
  user: 'a customer',
  admin: 'an admin',
};

const MORE_THAN_2_MB = 3 * 1024 * 1024;
const MORE_THAN_25_MB = 26 * 1024 * 1024;

/** The middle of the photo is drawn. */
async function createMask({ buffer }: PhotoFile, { isEmpty = false, isNarrow = false } = {}): Promise<Buffer> {
  const { width, height } = await sharp(buffer).metadata();
  const mask = sharp({
    create: { width: isNarrow ? Math.round(width / 2) : width, height, channels: 3, background: '#000000' },
  });
  const middle = { create: { width: 60, height: 60, channels: 3, background: '#ffffff' } } as const;
  return (isEmpty ? mask : mask.composite([{ input: middle }])).removeAlpha().toColourspace('b-w').png().toBuffer();
}

async function createFile(kind: Example['file'], testShop: TestShop): Promise<PhotoFile | undefined> {
  if (!kind || kind === 'none') return undefined;
  const photo = await testShop.getPhoto();
  const buffers: Record<typeof kind, () => Buffer | Promise<Buffer>> = {
    photo: () => photo.buffer,
    text: () => Buffer.from('This is not a picture.'),
    damaged: () => photo.buffer.subarray(0, photo.buffer.length / 2),
    mask: () => createMask(photo),
    'empty mask': () => createMask(photo, { isEmpty: true }),
    'narrow mask': () => createMask(photo, { isNarrow: true }),
    'large mask': async () => Buffer.concat([await createMask(photo), Buffer.alloc(MORE_THAN_2_MB)]),
    huge: () => Buffer.concat([photo.buffer, Buffer.alloc(MORE_THAN_25_MB)]),
  };
  return { ...photo, buffer: await buffers[kind]() };
}

/** Replaces the samples in a value by those of the test shop. */
function replaceSamples<T>(value: T, values: SampleValues): T {
  let text = JSON.stringify(value ?? null);
  for (const [sample, real] of values) text = text.replaceAll(sample, real);
  return (JSON.parse(text) ?? undefined) as T;
}

interface Call {
  caller: ApiClient;
  path: string;
  options: RequestOptions;
}

/** Creates the preconditions of an example, and its call. */
export async function prepareCall(testShop: TestShop, operation: Operation, example: Example): Promise<Call> {
  const callerType = example.as ?? DEFAULT_CALLERS[operation.access];
  const caller = await testShop.getClient(callerType, example.given);
  const values = await testShop.createPreconditions(example.given ?? [], caller, callerType);
  const params = replaceSamples(example.params ?? {}, values);
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const sending = {
    query: replaceSamples(example.query, values),
    headers: replaceSamples(example.headers, values),
    body: replaceSamples(example.body, values),
    file: await createFile(example.file, testShop),
    isForm: operation.body === 'upload',
  };
  return { caller, path, options: sending };
}
