import { jest } from '@jest/globals';
import { FORM_OPEN_MIN_MS } from '@shop/contracts-support';
import { stubApi, type StubbedResponse } from '@shop/web-testing';
import { fireEvent, screen, within } from '@testing-library/react';
import type { Form } from './forms.js';
import { openShell, SIGNED_OUT, signedIn } from './open-shell.js';

/** Opens the form and fills it in. `part` is the part of the page that has the form. */
export async function openForm(form: Form, response: StubbedResponse) {
  // A person needs longer for the contact form than this test.
  const realNow = performance.now.bind(performance);
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  const server = stubApi({
    ...(form.isSignedIn ? signedIn() : SIGNED_OUT),
    'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount: 0 } },
    [form.call]: response,
  });
  const { user } = openShell(form.path, form.page);
  if (form.opener) await user.click(await screen.findByRole('button', { name: form.opener }));
  const part = form.opener ? within(await screen.findByRole(form.dialog ?? 'dialog')) : screen;
  const button = await part.findByRole('button', { name: form.button });
  for (const [label, value] of Object.entries(form.fields))
    fireEvent.change(part.getByLabelText(label), { target: { value } });
  passedMs = FORM_OPEN_MIN_MS;
  return { user, server, part, button };
}
