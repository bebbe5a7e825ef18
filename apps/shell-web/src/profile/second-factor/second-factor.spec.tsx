import { jest } from '@jest/globals';
import { findToast, stubApi, type StubbedResponse, waitForAddress } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { openShell, resetBrowser, signedIn } from '../../testing/open-shell.js';
import ProfilePage from '../profile.page.js';

afterEach(resetBrowser);

const STATUS = 'GET /api/user/second-factor';
const BEGIN = 'POST /api/user/second-factor';
const TURN_ON = 'POST /api/user/second-factor/turn-on';
const TURN_OFF = 'POST /api/user/second-factor/turn-off';
const RENEW = 'POST /api/user/second-factor/recovery-codes';

const SECRET = { json: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/PetArt:pat?secret=JBSWY3DPEHPK3PXP' } };
const CODES = { json: { recoveryCodes: ['AAAA-1111', 'BBBB-2222'] } };
const ENDED = { status: 401, text: 'Not signed in' };
const SESSION_OVER = { 'GET /api/user': ENDED };

const REASONS = [
  [{ status: 400, text: 'That is wrong.' }, 'That is wrong.'],
  [
    { status: 429, text: 'Please try again in 60 seconds.', headers: { 'retry-after': '60' } },
    'Please try again in 60 seconds.',
  ],
  [{ status: 503, text: 'Accounts are unavailable right now.' }, 'Accounts are unavailable right now.'],
  [{ lost: true }, "We couldn't reach the shop. Please check your connection and try again."],
] as const;

function openCard(secondFactor: 'off' | 'asked' | 'on', responses: Record<string, StubbedResponse>) {
  const server = stubApi({
    ...signedIn({ role: 'admin', secondFactor }),
    'GET /api/user/sessions': { json: [] },
    [STATUS]: { json: { isOn: true, isRecent: true, recoveryCodesLeft: 3 } },
    ...responses,
  });
  const { user } = openShell('/profile', <ProfilePage />);
  return { server, user };
}

async function openSetUp(responses: Record<string, StubbedResponse> = {}) {
  const page = openCard('off', { [BEGIN]: SECRET, [TURN_ON]: CODES, ...responses });
  await page.user.click(await screen.findByRole('button', { name: 'Set it up' }));
  return page;
}

async function openCodeStep(responses: Record<string, StubbedResponse> = {}) {
  const page = await openSetUp(responses);
  await page.user.type(screen.getByLabelText('Your password'), 'correct horse{Enter}');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  return page;
}

describe('the set-up of two-step sign-in', () => {
  it('leads through its steps by keyboard, and suits password managers', async () => {
    const { user } = await openSetUp();
    const password = screen.getByLabelText('Your password');
    expect(password).toHaveFocus();
    expect(password.closest('form')?.querySelector('[autocomplete="username"]')).toHaveValue('pat@example.com');
    await user.keyboard('correct horse{Enter}');

    expect(await screen.findByRole('group', { name: 'Scan the code' })).toHaveFocus();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveAttribute('autocomplete', 'one-time-code');
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');

    expect(await screen.findByRole('group', { name: 'Save your recovery codes' })).toHaveFocus();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AAAA-1111', 'BBBB-2222']);
  });

  it.each(REASONS)('shows beside the password why it is refused: %j', async (response, reason) => {
    const { user } = await openSetUp({ [BEGIN]: response });
    await user.type(screen.getByLabelText('Your password'), 'wrong horse');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByLabelText('Your password')).toHaveFocus();
    expect(screen.getByLabelText('Your password')).toHaveValue('wrong horse');
  });

  it.each(REASONS)('shows beside the code why it is refused, and keeps the key: %j', async (response, reason) => {
    const { user } = await openCodeStep({ [TURN_ON]: response });
    const scrollIntoView = jest.spyOn(Element.prototype, 'scrollIntoView');
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(scrollIntoView.mock.contexts).toContain(screen.getByLabelText('Code'));
    scrollIntoView.mockRestore();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.keyboard('1');
    expect(screen.getByLabelText('Code')).toHaveValue('1');
  });

  it('begins again if its key is not valid any more', async () => {
    const text = 'This took too long. Please begin again.';
    const { user } = await openCodeStep({ [TURN_ON]: { status: 409, text } });
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await findToast('Error', text);
    expect(await screen.findByRole('button', { name: 'Set it up' })).toBeVisible();
  });

  it('is over if it was finished in another tab', async () => {
    const { server, user } = await openCodeStep({
      [TURN_ON]: { status: 409, text: 'The second factor is on already.' },
    });
    Object.assign(server.responses, signedIn({ role: 'admin', secondFactor: 'on' }));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(/3 recovery codes/)).toBeVisible();
  });

  it('leads to the sign-in if the session has ended before the password', async () => {
    const { server, user } = await openSetUp({ [BEGIN]: ENDED });
    Object.assign(server.responses, SESSION_OVER);
    await user.type(screen.getByLabelText('Your password'), 'correct horse{Enter}');
    await waitForAddress('/auth');
  });

  it('leads to the sign-in if the session has ended before the code', async () => {
    const { server, user } = await openCodeStep({ [TURN_ON]: ENDED });
    Object.assign(server.responses, SESSION_OVER);
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitForAddress('/auth');
  });
});

describe('a change of the account by an admin without a code', () => {
  const CHANGE = 'POST /api/user/change-password';
  const text = 'Please enter a code of your authenticator app first.';
  const problem = JSON.stringify({ type: 'about:blank', status: 403, detail: text, code: 'SECOND_FACTOR_NOT_RECENT' });

  it('asks for a code, and is made then', async () => {
    const { server, user } = openCard('asked', {
      'POST /api/second-factor': signedIn({ role: 'admin', secondFactor: 'on' })['GET /api/user'],
    });
    server.responses[CHANGE] = ({ headers }) =>
      server.callsTo('POST /api/second-factor').length > 0
        ? { json: {} }
        : headers.accept?.includes('application/problem+json')
          ? { status: 403, text: problem, headers: { 'content-type': 'application/problem+json' } }
          : { status: 403, text };
    for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
      await user.type(await screen.findByLabelText(label), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Enter your code' }));
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    await findToast('Password changed', 'Your password has been updated successfully.');
    const keys = server.callsTo(CHANGE).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  });
});

describe('new recovery codes', () => {
  const NAME = { name: 'New recovery codes' };
  async function openDialog(response: StubbedResponse) {
    const page = openCard('on', { [RENEW]: response });
    await page.user.click(await screen.findByRole('button', NAME));
    return { ...page, dialog: within(await screen.findByRole('alertdialog', NAME)) };
  }

  it('are displayed until the admin says that they are saved', async () => {
    const { server, user, dialog } = await openDialog(CODES);
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    server.responses[STATUS] = { json: { isOn: true, isRecent: true, recoveryCodesLeft: 10 } };
    await user.keyboard('correct horse{Tab}123456{Enter}');
    expect(await screen.findByText('AAAA-1111')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByText('AAAA-1111')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText(/10 recovery codes/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', NAME)).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(within(await screen.findByRole('alertdialog', NAME)).getByLabelText('Your password')).toHaveValue('');
  });

  it.each(REASONS)('are not made, and the dialog says why: %j', async (response, reason) => {
    const { user, dialog } = await openDialog(response);
    await user.keyboard('correct horse{Tab}000000{Enter}');
    expect(await dialog.findByText(reason)).toBeVisible();
    expect(dialog.getByLabelText('Code')).toHaveValue('000000');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', NAME)).toHaveFocus());
  });
});

describe('turning two-step sign-in off', () => {
  async function turnOff(response: StubbedResponse, later = {}) {
    const page = openCard('on', { [TURN_OFF]: response });
    await page.user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Turn two-step sign-in off?' }));
    await page.user.type(dialog.getByLabelText('Your password'), 'correct horse');
    Object.assign(page.server.responses, later);
    await page.user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    return { ...page, dialog };
  }

  it.each(REASONS)('fails with a reason in the dialog: %j', async (response, reason) => {
    const { dialog } = await turnOff(response);
    expect(await dialog.findByText(reason)).toBeVisible();
    expect(dialog.getByLabelText('Code')).toHaveValue('123456');
  });

  it('offers the set-up afterwards', async () => {
    await turnOff({ status: 204 }, signedIn({ role: 'admin', secondFactor: 'off' }));
    await findToast('Two-step sign-in is off', 'All other devices were signed out.');
    expect(await screen.findByRole('button', { name: 'Set it up' })).toBeVisible();
  });

  it('leads to the sign-in if the session has ended', async () => {
    await turnOff(ENDED, SESSION_OVER);
    await waitForAddress('/auth');
  });
});
