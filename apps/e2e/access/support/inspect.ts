import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../support/people.ts';
import { axeFaults } from './axe.ts';
import { brokenPictures, cutText, sideways, smallTargets } from './layout.ts';

type Theme = 'light' | 'dark';

const DESKTOP = { width: 1280, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 375, height: 812 };
/** 1280 px at 400 %. */
const NARROW = { width: 320, height: 640 };
/** Between those that are looked over closely, and above. */
const OTHERS = [{ width: 640, height: 900 }, TABLET, { width: 1024, height: 768 }, { width: 1440, height: 900 }];
/** What browsers start from, and twice that. */
const TEXT_PX = { usual: 16, doubled: 32 };

/** A browser that shows nobody its pages draws them late: what is off the screen keeps its colours until then, and in a long list, which it leaves out there, for good. */
const wear = (page: Page, theme: Theme): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    document.querySelectorAll('ul').forEach((list) => (list.style.contentVisibility = 'visible'));
    document.documentElement.classList.toggle('dark', ${theme === 'dark'});
    const settle = () => { document.getAnimations().forEach((each) => each.finish()); resolve(); };
    requestAnimationFrame(() => requestAnimationFrame(settle));
  })`);

/** A menu finds its new place when it hears that the window has another size: in the frame after. */
const drawn = (page: Page): Promise<unknown> => page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

async function resize(page: Page, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await drawn(page);
}

async function withDoubledText(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const setText = async (standard: number): Promise<void> => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await drawn(page);
  };
  await setText(TEXT_PX.doubled);
  const faults = await look();
  await setText(TEXT_PX.usual);
  await devtools.detach();
  return faults;
}

/** Nothing is cut, no picture broken and nothing scrolls sideways, from the narrowest window to a desktop's. */
export async function inspectLayout(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    const faults: string[] = [];
    for (const size of [NARROW, PHONE, ...OTHERS, DESKTOP]) {
      await resize(page, size);
      faults.push(...(await layoutFaults(page)).map((fault) => `${size.width} px: ${fault}`));
    }
    expect.soft(faults, state).toEqual([]);
  });
}

const layoutFaults = async (page: Page): Promise<string[]> => [...(await sideways(page)), ...(await cutText(page)), ...(await brokenPictures(page))];

/**
 * Looks a state over: axe in the light theme at 1280 px and in the dark one at 375 px (in both, where there is but one width), nothing cut and nothing
 * sideways at 400 %, with text of 200 % and from 320 to 1440 px, no picture broken, targets a finger finds. `only`: a state that there is at one width alone.
 */
export async function inspect(page: Page, state: string, only?: 'desktop' | 'phone'): Promise<void> {
  await test.step(state, async () => {
    const faults: string[] = [];
    const note = (where: string, found: string[]): unknown => faults.push(...found.map((fault) => `${state}, ${where}: ${fault}`));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (only !== 'phone') {
      await resize(page, DESKTOP);
      note('light, 1280 px', await axeFaults(page, 'all'));
      if (only) {
        await wear(page, 'dark');
        note('dark, 1280 px', await axeFaults(page, 'colours'));
      }
      note('text of 200 %', await withDoubledText(page, () => layoutFaults(page)));
    }
    if (only !== 'desktop') {
      await resize(page, PHONE);
      await wear(page, 'dark');
      note('dark, 375 px', await axeFaults(page, 'all'));
      if (only) {
        await wear(page, 'light');
        note('light, 375 px', await axeFaults(page, 'colours'));
      }
      note('375 px', [...(await smallTargets(page)), ...(await layoutFaults(page))]);
      await resize(page, NARROW);
      note('320 px', await layoutFaults(page));
    }
    if (!only) {
      for (const size of OTHERS) {
        await resize(page, size);
        note(`${size.width} px`, await layoutFaults(page));
      }
    }
    await wear(page, 'light');
    await resize(page, DESKTOP);
    expect.soft(faults, state).toEqual([]);
  });
}
