import { assertRepliesSeen, assertStatusSeen, formatContactVersion, UNREPLIED } from './contact-version.rules.js';

const version = (status: string, replyCount: number): string[] => [formatContactVersion({ status, replyCount })];
const ANN = { name: 'ann@example.com', hasReplied: false };

describe('the version of a contact request', () => {
  it.each([
    ['any version', null],
    ['the same status', version('read', 0)],
    ['the same status before a reply', version('read', 7)],
    ['one of two versions', [...version('new', 0), ...version('read', 0)]],
  ])('allows a change of the status that was decided on %s', (_, seen) => {
    expect(() => assertStatusSeen(seen, 'read', ANN)).not.toThrow();
  });

  it.each([
    [version('new', 0), ANN, 'ann@example.com has moved this request to read in between. Please look at it again.'],
    [
      version('new', 0),
      { ...ANN, hasReplied: true },
      'ann@example.com has replied to this request in between. Please look at it again.',
    ],
    [['3'], null, 'Someone else has moved this request to read in between. Please look at it again.'],
  ])('refuses a change of the status that was decided on %j', (seen, by, message) => {
    expect(() => assertStatusSeen(seen, 'read', by)).toThrow(message);
  });

  it.each([
    [0, UNREPLIED],
    [2, version('new', 2)],
    [1, version('read', 2)],
    [1, null],
  ])('allows a reply after %i others that was decided on %j', (replyCount, seen) => {
    expect(() => assertRepliesSeen(seen, { replyCount, lastAuthor: 'ann@example.com' })).not.toThrow();
  });

  it.each([
    [1, UNREPLIED],
    [3, version('replied', 2)],
    [1, ['3']],
  ])('refuses a reply after %i others that was decided on %j', (replyCount, seen) => {
    expect(() => assertRepliesSeen(seen, { replyCount, lastAuthor: 'ann@example.com' })).toThrow(
      'ann@example.com has already replied to this request. Please read that reply first.',
    );
  });
});
