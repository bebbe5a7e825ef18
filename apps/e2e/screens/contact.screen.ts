import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { letterTo } from '../support/letters.ts';
import { hold, refuse, watchCalls } from '../support/network.ts';
import { expect, must, newEmail, nobody, onePageOf, test, theAdmin } from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const CALL = 'POST /api/contact';
const FIELDS = ['Name', 'Email', 'Subject', 'Message'] as const;
type Words = Record<(typeof FIELDS)[number], string>;

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Contact Us', exact: true });
const submitOf = (page: Page): Locator => dialogOf(page).locator('form button');

async function open(page: Page): Promise<void> {
  await page.goto('/terms');
  // The footer moves down when the text comes, and may do so between the press of the button and its release.
  await expect(page.getByText(/Last updated/)).toBeVisible();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Send Message', exact: true }).click();
  await expect(dialogOf(page)).toBeVisible();
}

const words = (): Words => ({
  Name: 'Nora',
  Email: newEmail('nora'),
  Subject: `A parcel ${randomUUID()}`,
  Message: 'Do you ship to Maine?',
});

async function fill(page: Page, given: Words): Promise<void> {
  for (const label of FIELDS) await dialogOf(page).getByLabel(label, { exact: true }).fill(given[label]);
}

/** Fills the form in and sends it. A person takes longer than two seconds for that; so does the page's clock. */
async function send(page: Page, given: Words): Promise<void> {
  await fill(page, given);
  await page.clock.fastForward(2_500);
  await submitOf(page).click();
}

test.describe('contact dialog', () => {
  test.describe('open', () => {
    const page = onePageOf(nobody, open);

    test('a Send Message button in the footer opens a dialog titled Contact Us', { tag: ['@2', '@4'] }, async () => {
      await expect(dialogOf(page()).getByRole('heading')).toHaveText('Contact Us');
    });

    test('Fields name, email, subject, message', { tag: '@2' }, async () => {
      await expect(dialogOf(page()).locator('label.ui-label')).toHaveText([...FIELDS]);
    });

    test('message (5-row text box)', { tag: ['@2', '@9'] }, async () => {
      const box = dialogOf(page()).getByLabel('Message', { exact: true });
      await expect(box).toHaveAttribute('rows', '5');
      await expect(box.and(page().locator('textarea'))).toBeVisible();
    });

    test('all required', { tag: ['@2', '@5'] }, async () => {
      for (const label of FIELDS)
        await expect(dialogOf(page()).getByLabel(label, { exact: true })).toHaveAttribute('required', '');
    });

    test('email field of email type', { tag: ['@2', '@5'] }, async () => {
      await expect(dialogOf(page()).getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
    });
  });

  for (const empty of FIELDS) {
    test(`${empty.toLowerCase()} is required`, { tag: '@5' }, async ({ anonymous }) => {
      await open(anonymous);
      const calls = watchCalls(anonymous);
      await fill(anonymous, { ...words(), [empty]: '' });
      await submitOf(anonymous).click();
      await expect(dialogOf(anonymous).getByRole('alert')).toHaveText([
        empty === 'Email' ? 'Invalid email address' : `${empty} is required`,
      ]);
      await expect(dialogOf(anonymous).getByLabel(empty, { exact: true })).toBeFocused();
      expect(calls.of(CALL)).toEqual([]);
    });
  }

  test('email must be of email type', { tag: '@5' }, async ({ anonymous }) => {
    await open(anonymous);
    const calls = watchCalls(anonymous);
    await fill(anonymous, { ...words(), Email: 'nora at home' });
    await submitOf(anonymous).click();
    await expect(dialogOf(anonymous).getByRole('alert')).toHaveText(['Invalid email address']);
    expect(calls.of(CALL)).toEqual([]);
  });

  test(
    'more than 200 characters for a name or a subject, or 5,000 for a message, is refused in words',
    { tag: '@5' },
    async ({ anonymous }) => {
      await open(anonymous);
      const calls = watchCalls(anonymous);
      await fill(anonymous, {
        ...words(),
        Name: 'x'.repeat(201),
        Subject: 'x'.repeat(201),
        Message: 'x'.repeat(5_001),
      });
      await submitOf(anonymous).click();
      await expect(dialogOf(anonymous).getByRole('alert')).toHaveText([
        'Please use at most 200 characters for the name',
        'Please use at most 200 characters for the subject',
        'Please use at most 5,000 characters for the message',
      ]);
      expect(calls.of(CALL)).toEqual([]);
    },
  );

  test.describe('sent', () => {
    test.beforeEach(({ passerby }) => passerby.clock.install());

    test('No other validation: a letter in each will do', { tag: '@5' }, async ({ passerby }) => {
      await open(passerby);
      await send(passerby, { Name: 'N', Email: newEmail('n'), Subject: 'S', Message: 'M' });
      await expectToast(passerby, 'Message sent!', "We'll get back to you soon.");
    });

    test('Submit button reads Sending... while pending', { tag: '@2' }, async ({ passerby }) => {
      await refuse(passerby, CALL, 500, '');
      const release = await hold(passerby, CALL);
      await open(passerby);
      await expect(submitOf(passerby)).toHaveText('Send Message');
      await send(passerby, words());
      await expect(submitOf(passerby)).toHaveText('Sending...');
      await expect(submitOf(passerby)).toBeDisabled();
      release();
      await expect(submitOf(passerby)).toHaveText('Send Message');
    });

    test(
      'Message sent! (We’ll get back to you soon.); on success closes and the form resets to empty',
      { tag: ['@4', '@8'] },
      async ({ passerby }) => {
        await open(passerby);
        await send(passerby, words());
        await expectToast(passerby, 'Message sent!', "We'll get back to you soon.");
        await expect(dialogOf(passerby)).toHaveCount(0);
        await passerby.getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
        for (const label of FIELDS) await expect(dialogOf(passerby).getByLabel(label, { exact: true })).toHaveValue('');
      },
    );

    test('POST /api/contact with name, email, subject, message', { tag: '@7' }, async ({ passerby }) => {
      const given = words();
      const calls = watchCalls(passerby);
      await open(passerby);
      await send(passerby, given);
      await expectToast(passerby, 'Message sent!', "We'll get back to you soon.");
      expect(calls.bodies(CALL)).toEqual([
        expect.objectContaining({
          name: given.Name,
          email: given.Email,
          subject: given.Subject,
          message: given.Message,
        }),
      ]);
    });

    test(
      'its status is new; a receipt goes out by e-mail',
      { tag: ['@3', '@9', '@D31'] },
      async ({ passerby, shop }) => {
        const given = words();
        await open(passerby);
        await send(passerby, given);
        await expectToast(passerby, 'Message sent!', "We'll get back to you soon.");
        const requests = await must<object[]>((await theAdmin(shop)).api.get('/api/admin/contact-submissions'));
        expect(requests).toContainEqual(expect.objectContaining({ subject: given.Subject, status: 'new' }));
        await letterTo(shop.folder.mail, given.Email, /received your message/);
      },
    );

    test(
      'Contact failure: Error, Failed to send message. Please try again.; not retried, and what was typed stays',
      { tag: ['@8', '@7'] },
      async ({ passerby }) => {
        await refuse(passerby, CALL, 503, 'Messages are unavailable right now.');
        const given = words();
        const calls = watchCalls(passerby);
        await open(passerby);
        await send(passerby, given);
        await expectFailure(passerby, 'Error', 'Failed to send message. Please try again.');
        expect(calls.of(CALL)).toHaveLength(1);
        for (const label of FIELDS)
          await expect(dialogOf(passerby).getByLabel(label, { exact: true })).toHaveValue(given[label]);
      },
    );
  });
});
