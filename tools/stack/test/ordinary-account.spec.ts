import { ordinaryAccount } from './ordinary-account.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };

describe('who stands for an ordinary user in the tests', () => {
  it('is the user of the run, who is one', () => {
    expect(ordinaryAccount({ CI: 'true' }, { uid: 1000, find: () => NOBODY })).toBeUndefined();
  });

  it("is nobody where the run is root's", () => {
    expect(ordinaryAccount({ CI: 'true' }, { uid: 0, find: () => NOBODY })).toBe(NOBODY);
  });

  it("is missing on a developer's machine, but not with CI=true", () => {
    expect(ordinaryAccount({}, { uid: 0, find: () => undefined })).toBeUndefined();
    expect(() => ordinaryAccount({ CI: 'true' }, { uid: 0, find: () => undefined })).toThrow(
      'This run is root\'s, and the machine has no account "nobody" that could stand for an ordinary user (CI=true needs it).',
    );
  });
});
