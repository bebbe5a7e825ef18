import { jest } from '@jest/globals';
import { isUuid } from '@shop/contracts-common';
import { findToast, waitForAddress } from '@shop/web-testing';
import { fireEvent, waitFor } from '@testing-library/react';
import { FORMS, type Form } from './testing/forms.js';
import { openForm } from './testing/open-form.js';
import { createUser, resetBrowser } from './testing/open-shell.js';

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

const { register, contact, resetPassword, changePassword, signOutEverywhere, deleteAccount } = FORMS;

describe('a form whose answer was lost', () => {
  it.each(Object.entries<Form>({ register, contact, resetPassword, changePassword }))(
    '%s: is sent again with its key, and with another one for other content',
    async (_name, form) => {
      const { user, server, part, button } = await openForm(form, { lost: true });
      const send = async (times: number): Promise<void> => {
        await user.click(button);
        await waitFor(() => expect(server.callsTo(form.call)).toHaveLength(times));
        await waitFor(() => expect(part.getByRole('button', { name: form.button })).toBeEnabled());
      };
      await send(1);
      await send(2);
      for (const label of Object.keys(form.fields).filter((name) => /^Subject|assword$/.test(name)))
        fireEvent.change(part.getByLabelText(label), { target: { value: 'something else' } });
      server.responses[form.call] = { json: createUser() };
      await user.click(button);
      await waitFor(() => expect(server.callsTo(form.call)).toHaveLength(3));
      const [first, second, other] = server.callsTo(form.call).map(({ headers }) => headers['idempotency-key']);
      expect([isUuid(first ?? ''), second === first, other === first]).toEqual([true, true, false]);
    },
  );

  it.each([
    ['sign out everywhere', signOutEverywhere, 'Signed out everywhere', 'You are signed out on every device.'],
    [
      'delete the account',
      deleteAccount,
      'Account deleted',
      'We are removing your things, and write to you once they are gone.',
    ],
  ] as const)('%s: has worked if the session is over', async (_name, form, title, description) => {
    const { user, server, button } = await openForm(form, { lost: true });
    await user.click(button);
    await waitFor(() => expect(server.callsTo(form.call)).toHaveLength(1));
    server.responses[form.call] = { status: 401, text: 'Not signed in' };
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await findToast(title, description);
    await waitForAddress('/');
  });

  it('delete the account: has not worked if the session was over before', async () => {
    const { user, part, button } = await openForm(deleteAccount, { status: 401, text: 'Not signed in' });
    await user.click(button);
    expect(await part.findByText('Not signed in')).toBeVisible();
  });
});
