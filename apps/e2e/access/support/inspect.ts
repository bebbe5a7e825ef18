import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../support/people.ts';
import { painted } from '../../support/steps.ts';
import { axeFaults } from './axe.ts';
import { brokenPictures, cutText, hiddenFocus, sideways, smallTargets, undirectedText } from './layout.ts';

type Theme = 'light' | 'dark';

const DESKTOP = { width: 1280, height: 900 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 375, height: 812 };
/** A screen of 1280 × 1024 px at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };
/** The same screen at 200 %; between those that are looked over closely, and above. */
const OTHERS = [
  { width: 640, height: 512 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];
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
async function resize(page: Page, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await painted(page);
}

async function withDoubledText(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const setText = async (standard: number): Promise<void> => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await painted(page);
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
    for (const size of [ZOOMED, PHONE, TABLET, ...OTHERS, DESKTOP]) {
      await resize(page, size);
      faults.push(...(await layoutFaults(page)).map((fault) => `${size.width} × ${size.height} px: ${fault}`));
    }
    expect.soft(faults, state).toEqual([]);
  });
}

/** The same, and axe: all of it in the light theme, in the dark one what a theme can change. */
export async function inspectLooks(page: Page, state: string): Promise<void> {
  await inspectLayout(page, state);
  await test.step(`${state}, by axe`, async () => {
    const faults: string[] = [];
    await inspectByAxe(page, DESKTOP, (where, found) => faults.push(...found.map((fault) => `${where}: ${fault}`)));
    expect.soft(faults, state).toEqual([]);
  });
}

const layoutFaults = async (page: Page): Promise<string[]> => [
  ...(await sideways(page)),
  ...(await cutText(page)),
  ...(await brokenPictures(page)),
  ...(await undirectedText(page)),
];
const fingerFaults = async (page: Page): Promise<string[]> => [
  ...(await smallTargets(page)),
  ...(await layoutFaults(page)),
];

type Note = (where: string, found: string[]) => void;

/** By axe at one width: all of it in the light theme, and in the dark one what a theme can change. */
async function inspectByAxe(page: Page, size: typeof DESKTOP, note: Note): Promise<void> {
  await resize(page, size);
  note(`light, ${size.width} px`, await axeFaults(page, 'all'));
  await wear(page, 'dark');
  note(`dark, ${size.width} px`, await axeFaults(page, 'colours'));
  await wear(page, 'light');
}

/** What each run of the tests looks at, the others being `npm test -- access`: axe in the light theme at the width the page has, a phone's; nothing cut, nothing sideways, targets that a finger finds. */
export async function glance(page: Page, state: string): Promise<void> {
  expect.soft([...(await axeFaults(page, 'all')), ...(await fingerFaults(page))], state).toEqual([]);
}

/**
 * Looks a state over: axe in both themes at 1280 and at 375 px, nothing cut and nothing sideways at 400 %, with text of 200 % and from 320 to 1440 px, no
 * picture broken, up to a tablet's width targets that a finger finds, at 400 % a focus that is seen. `only`: a state that there is at one width alone.
 */
export async function inspect(page: Page, state: string, only?: 'desktop' | 'phone'): Promise<void> {
  await test.step(state, async () => {
    const faults: string[] = [];
    const note: Note = (where, found) => faults.push(...found.map((fault) => `${state}, ${where}: ${fault}`));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (only !== 'phone') {
      await inspectByAxe(page, DESKTOP, note);
      note('text of 200 %', await withDoubledText(page, () => layoutFaults(page)));
    }
    if (only !== 'desktop') {
      await inspectByAxe(page, PHONE, note);
      note(`${PHONE.width} px`, await fingerFaults(page));
      await resize(page, ZOOMED);
      note('400 %', [...(await fingerFaults(page)), ...(await hiddenFocus(page))]);
    }
    if (!only) {
      await resize(page, TABLET);
      note(`${TABLET.width} px`, await fingerFaults(page));
      for (const size of OTHERS) {
        await resize(page, size);
        note(`${size.width} × ${size.height} px`, await layoutFaults(page));
      }
    }
    await resize(page, DESKTOP);
    expect.soft(faults, state).toEqual([]);
  });
}
