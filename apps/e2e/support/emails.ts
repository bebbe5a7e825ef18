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

/** The URL of the order page in the confirmation of an order. */
export async function findOrderLink(folder: string, address: string): Promise<string> {
  const { html } = await waitForEmail(folder, address, /^Thank you for your order/);
  const [link] = /https?:[^"<\s]+\/orders\/[^"<\s]+key=[^"<\s]+/.exec(html ?? '') ?? [];
  if (!link) throw new Error('The email has no link to the order');
  return link.replaceAll('&amp;', '&');
}

/** The code for changes of an order. */
export async function waitForCode(folder: string, address: string): Promise<string> {
  const { text } = await waitForEmail(folder, address, /^Your code for order/);
  const [code] = /\b\d{6}\b/.exec(text ?? '') ?? [];
  if (!code) throw new Error('The email has no code');
  return code;
}
