import { BRAND } from '@shop/contracts-common';
import { publicPages } from './site.js';

const pages = publicPages(BRAND);

it('gives each public page a unique title and a description that search engines show in full', () => {
  const all = Object.values(pages);
  for (const { description, headline } of all) {
    expect(description.length).toBeGreaterThan(60);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(headline).toMatch(/\S/);
  }
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
});
