import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** The letters to an address, out of the folder where they lie without a mail server. */
export async function lettersTo(folder: string, email: string): Promise<Email[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return letters.filter(({ to }) => to?.some(({ address }) => address === email));
}

/** Waits for the one letter with this subject; one that comes twice is a fault. */
export async function letterTo(folder: string, email: string, subject: RegExp): Promise<Email> {
  let found: Email[] = [];
  await expect
    .poll(
      async () =>
        (found = (await lettersTo(folder, email)).filter((letter) => subject.test(letter.subject ?? ''))).length,
      { timeout: 75_000, message: `a letter ${subject} to ${email}` },
    )
    .toBe(1);
  return found[0] as Email;
}
