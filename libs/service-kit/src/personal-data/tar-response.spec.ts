import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { toJsonFile, toTarResponse, type PersonalDataFile } from './tar-response.js';

async function* listFiles(...files: PersonalDataFile[]): AsyncGenerator<PersonalDataFile> {
  for (const file of files) yield await Promise.resolve(file);
}

async function read(files: AsyncIterable<PersonalDataFile>): Promise<Record<string, string>> {
  const tar = extract();
  const contents: Record<string, string> = {};
  tar.on('entry', ({ name }, body, next) => {
    void buffer(body).then((bytes) => {
      contents[name] = bytes.toString('utf8');
      next();
    });
  });
  const done = once(tar, 'finish');
  (await toTarResponse(files)).getStream().pipe(tar);
  await done;
  return contents;
}

const bytes = async (files: AsyncIterable<PersonalDataFile>): Promise<Buffer> =>
  buffer((await toTarResponse(files)).getStream());

describe('toTarResponse', () => {
  it('contains each file unchanged, from text, buffer or stream', async () => {
    const account = { name: 'Zoë 🐕', empty: '' };
    const contents = await read(
      listFiles(
        toJsonFile('orders.json', account),
        { name: 'pictures/a.png', body: Buffer.alloc(70_000, 'x') },
        { name: 'note.txt', body: '' },
        { name: 'b.bin', body: Readable.from([Buffer.from('ab'), Buffer.from('c')]), size: 3 },
      ),
    );
    expect(JSON.parse(contents['orders.json'] ?? '')).toEqual(account);
    expect(contents).toMatchObject({ 'pictures/a.png': 'x'.repeat(70_000), 'note.txt': '', 'b.bin': 'abc' });
  });

  it('sends an empty tar if there are no files', async () => {
    expect(await read(listFiles())).toEqual({});
  });

  it('keeps long file names complete', async () => {
    const name = `pictures/${'a'.repeat(190)}.png`;
    expect(Object.keys(await read(listFiles({ name, body: 'x' })))).toEqual([name]);
  });

  it('has the content type application/x-tar', async () => {
    const response = await toTarResponse(listFiles());
    expect(response.getHeaders().type).toBe('application/x-tar');
    response.getStream().resume();
  });

  it('rejects before the response starts if the first file cannot be read', async () => {
    async function* down(): AsyncGenerator<PersonalDataFile> {
      await Promise.reject(new Error('database away'));
      yield toJsonFile('a.json', 1);
    }
    await expect(toTarResponse(down())).rejects.toThrow('database away');
  });

  it('breaks the stream if a later file cannot be read', async () => {
    async function* half(): AsyncGenerator<PersonalDataFile> {
      yield toJsonFile('a.json', 1);
      await Promise.reject(new Error('database away'));
    }
    await expect(bytes(half())).rejects.toThrow('database away');
  });

  it.each([
    [
      'fails while it is read',
      (): Readable =>
        Readable.from(
          (async function* () {
            yield await Promise.resolve(Buffer.from('ab'));
            throw new Error('disk away');
          })(),
        ),
    ],
    ['is shorter than its size', (): Readable => Readable.from([Buffer.from('ab')])],
    ['is longer than its size', (): Readable => Readable.from([Buffer.from('abcd')])],
  ])('breaks the stream if a file %s', async (_, body) => {
    await expect(bytes(listFiles({ name: 'a.bin', body: body(), size: 3 }, toJsonFile('b.json', 1)))).rejects.toThrow();
  });

  it.each(['/etc/passwd', '../a', 'a/../b', 'a\\b', '', 'a//b', '.hidden', 'ä.json', 'C:a'])(
    'refuses the file name %j',
    async (name) => {
      await expect(bytes(listFiles({ name, body: 'x' }))).rejects.toThrow('Invalid file name');
    },
  );

  it('reads files only as fast as the client, and ends the iteration when the client disconnects', async () => {
    let read = 0;
    let isEnded = false;
    async function* many(): AsyncGenerator<PersonalDataFile> {
      try {
        for (; read < 1_000; read++) yield await Promise.resolve({ name: `${read}.bin`, body: Buffer.alloc(100_000) });
      } finally {
        isEnded = true;
      }
    }
    const stream = (await toTarResponse(many())).getStream();
    await once(stream, 'readable');
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(read).toBeLessThan(5);
    stream.destroy();
    await once(stream, 'close');
    await nextTurn();
    expect(isEnded).toBe(true);
  });

  it('closes the current file when the client disconnects', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024));
      },
    });
    const stream = (await toTarResponse(listFiles({ name: 'a.bin', body, size: 1e12 }))).getStream();
    await once(stream, 'readable');
    const closed = once(body, 'close');
    stream.destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  });
});
