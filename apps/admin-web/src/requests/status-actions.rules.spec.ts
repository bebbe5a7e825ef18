import { getStatusActions } from './status-actions.rules.js';

describe('what an admin is offered for a contact request', () => {
  it.each([
    ['new', ['Mark Read', 'Mark Replied', 'Archive']],
    ['read', ['Mark Replied', 'Archive']],
    ['replied', ['Archive']],
    ['archived', []],
  ] as const)('that is %s: %j', (status, labels) => {
    expect(getStatusActions(status).map(({ label }) => label)).toEqual(labels);
  });

  it('leads to the status the button names', () => {
    expect(getStatusActions('new').map(({ status }) => status)).toEqual(['read', 'replied', 'archived']);
  });
});
