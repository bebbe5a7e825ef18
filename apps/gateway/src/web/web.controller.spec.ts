import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import type { WebReleases } from '../releases/web-releases.service.js';
import type { PageHeads } from './page-heads.service.js';
import type { ShellPage } from './shell-page.js';
import { WebController } from './web.controller.js';
import type { WellKnownFiles } from './well-known-files.service.js';

it.each([
  ['/products/old', '/products/new'],
  ['/products/old?utm_source=letter&x=1', '/products/new?utm_source=letter&x=1'],
])('leads from the former address of a page to the present one, with its query: %s', async (url, expected) => {
  const controller = new WebController(
    { WEB_RELEASES: '/nowhere' } as Config,
    { getTextFile: async () => undefined } as unknown as ShellPage,
    { find: async () => ({ movedTo: '/products/new' }) } as unknown as PageHeads,
    { findLiveFile: () => null } as unknown as WebReleases,
    {} as WellKnownFiles,
  );
  const answers: unknown[] = [];
  const reply = {
    header(...header: unknown[]) {
      answers.push(header);
      return this;
    },
    redirect(...answer: unknown[]) {
      answers.push(answer);
    },
  };
  const request = { url, headers: { accept: 'text/html' } } as FastifyRequest;
  await controller.getPageOrFile(request, reply as unknown as FastifyReply);
  expect(answers).toEqual([
    ['cache-control', 'no-cache'],
    [expected, 301],
  ]);
});
