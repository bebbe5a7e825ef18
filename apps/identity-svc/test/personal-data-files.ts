import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts-common';
import { signIdentityToken } from '@shop/testing';
import { extract } from 'tar-stream';
import type { IdentityFixture } from './identity-fixture.js';

/** The files of GET /internal/personal-data: name → content. */
export async function readPersonalFiles(fixture: IdentityFixture, as: IdentityClaims): Promise<Record<string, string>> {
  const answer = await fetch(new URL('/internal/personal-data', fixture.service.url), {
    headers: { [IDENTITY_HEADER]: await signIdentityToken(as) },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
  const files: Record<string, string> = {};
  const tar = extract();
  tar.on('entry', ({ name }, body, next) => {
    void text(body).then((content) => {
      files[name] = content;
      next();
    });
  });
  const done = once(tar, 'finish');
  Readable.from(Buffer.from(await answer.arrayBuffer())).pipe(tar);
  await done;
  return files;
}
