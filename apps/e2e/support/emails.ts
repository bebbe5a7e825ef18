import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** Emails to an address. Without a mail server the shop writes them to this folder. */
export async function listEmails(folder: string, address: string): Promise<Email[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const emails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return emails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

/** Waits for exactly one email with this subject. */
export async function waitForEmail(folder: string, address: string, subject: RegExp): Promise<Email> {
  let found: Email[] = [];
  await expect
    .poll(
      async () =>
        (found = (await listEmails(folder, address)).filter((email) => subject.test(email.subject ?? ''))).length,
      { timeout: 75_000, message: `an email ${subject} to ${address}` },
    )
    .toBe(1);
  return found[0] as Email;
}
