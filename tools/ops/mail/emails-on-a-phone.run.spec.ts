import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../dev/chromium.ts';
import { RENDER_FILE } from './email-files.ts';
import { findLowContrast, findTooSmall, findTooWide } from './readability.mjs';

const { EMAIL_TEMPLATES } = (await import(RENDER_FILE)) as { EMAIL_TEMPLATES: object };
const kinds = Object.keys(EMAIL_TEMPLATES).flatMap((name) => [name, `hard-${name}`]);
const executablePath = await findChromium().catch(() => undefined);
const inBrowser = executablePath ? describe : describe.skip;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-emails-'));
  const args = ['run', '--silent', 'mail:preview', '--', folder];
  const { status, stdout } = spawnSync('npm', args, { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, `${kinds.length} emails: ${join(folder, 'index.html')}\n`]);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run mail:preview', () => {
  it('writes each email with ordinary and with difficult contents: light, dark and as text', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(26);
    const files = kinds.flatMap((kind) => ['light.html', 'dark.html', 'txt'].map((form) => `${kind}.${form}`));
    expect(readdirSync(folder).sort()).toEqual([...files, 'index.html', 'picture.svg'].sort());
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(files.filter((file) => !index.includes(`href="${file}"`))).toEqual([]);
    expect(
      kinds.filter((kind) => !/^Subject: \S.*\n\n\S/.test(readFileSync(join(folder, `${kind}.txt`), 'utf8'))),
    ).toEqual([]);
  });
});

inBrowser('emails on a phone', () => {
  let browser: Browser;
  let page: Page;
  const ground = { light: 'rgb(255, 250, 242)', dark: 'rgb(26, 17, 30)' };

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage({ viewport: { width: 375, height: 800 }, isMobile: true, deviceScaleFactor: 2 });
  }, 60_000);

  afterAll(() => browser.close());

  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    it.each(kinds)('%s fits the screen, in readable size and contrast', async (kind) => {
      await page.goto(pathToFileURL(join(folder, `${kind}.${theme}.html`)).href);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground[theme]);
      expect(await page.evaluate(findTooWide)).toEqual([]);
      expect(await page.evaluate(findTooSmall, 14)).toEqual([]);
      expect(await page.evaluate(findLowContrast, 4.5)).toEqual([]);
    });
  });
});
