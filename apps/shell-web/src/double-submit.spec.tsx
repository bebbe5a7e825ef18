import { jest } from '@jest/globals';
import { doubleClick } from '@shop/web-testing';
import { waitFor } from '@testing-library/react';
import { FORMS, type Form } from './testing/forms.js';
import { openForm } from './testing/open-form.js';
import { resetBrowser } from './testing/open-shell.js';

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

it.each(Object.entries<Form>(FORMS))('%s form: sends once on a double click', async (_name, form) => {
  const { server, part, button } = await openForm(form, { after: new Promise(() => undefined) });
  doubleClick(button);
  await waitFor(() => expect(part.queryByRole('button', { name: form.button })).toBeNull());
  await waitFor(() => expect(server.callsTo(form.call)).toHaveLength(1));
});
