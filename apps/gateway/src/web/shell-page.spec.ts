import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.js';
import type { WebReleases } from '../releases/web-releases.service.js';
import type { PageHeads } from './page-heads.service.js';
import { ShellPage } from './shell-page.js';

it('compresses the list for search engines again only if its products change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shell-'));
  await writeFile(join(folder, 'index.html'), '<title></title>');
  const texts = { '/sitemap.xml': '<urlset></urlset>' };
  await writeFile(join(folder, 'site.json'), JSON.stringify({ texts }));
  let paths = ['/products/tee'];
  const config = { WEB_APPS: ['shell'], SITE_URL: 'https://shop.test' } as Config;
  const live = { build: 'one', folder, files: { 'site.json': { hash: '', bytes: 0 } } };
  const releases = { getLive: () => live } as unknown as WebReleases;
  const page = new ShellPage(config, { listPaths: async () => paths } as unknown as PageHeads, releases);

  const first = await page.getTextFile('/sitemap.xml');
  expect(String(first?.bodies.identity)).toContain('<loc>https://shop.test/products/tee</loc>');
  expect(await page.getTextFile('/sitemap.xml')).toBe(first);
  paths = ['/products/tee', '/products/mug'];
  expect(String((await page.getTextFile('/sitemap.xml'))?.bodies.identity)).toContain('/products/mug</loc>');
  await rm(folder, { recursive: true });
});
