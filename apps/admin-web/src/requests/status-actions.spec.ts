import { getStatusActions } from './status-actions.js';

describe('getStatusActions', () => {
  it.each([
    ['new', ['Mark Read', 'Mark Replied', 'Archive']],
    ['read', ['Mark Replied', 'Archive']],
    ['replied', ['Archive']],
    ['archived', []],
  ] as const)('for a request with status %s: %j', (status, labels) => {
    expect(getStatusActions(status).map(({ label }) => label)).toEqual(labels);
  });

  it('returns the status of each label', () => {
    expect(getStatusActions('new').map(({ status }) => status)).toEqual(['read', 'replied', 'archived']);
  });
});
