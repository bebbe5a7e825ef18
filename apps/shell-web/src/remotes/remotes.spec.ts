import { jest } from '@jest/globals';
import { restoreApi, stubApi } from '@shop/web-testing';

const loadRemote = jest.fn<(name: string) => Promise<unknown>>();
const registerRemotes = jest.fn();
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({ loadRemote, registerRemotes }));
const { remotePage } = await import('./remotes.js');

const ADDRESSES = { storefront: '/remotes/storefront/mf-manifest.json' };
const MANIFEST = { metaData: { remoteEntry: { path: '', name: 'assets/storefront.abc.js' }, globalName: 'storefront' } };
const PAGE = { default: () => null };
const SERVED = { 'GET /remotes.json': { json: ADDRESSES }, 'GET /remotes/storefront/mf-manifest.json': { json: MANIFEST } };

function failing(): Promise<never> {
  const lost = Promise.reject<never>(new TypeError('Failed to fetch'));
  lost.catch(() => undefined);
  return lost;
}

describe('loading a remote', () => {
  beforeEach(() => {
    loadRemote.mockReset().mockResolvedValue(PAGE);
  });
  afterEach(() => {
    restoreApi();
    delete window.earlyRemotes;
  });

  it('takes what the page asked for before this script arrived, once', async () => {
    const server = stubApi(SERVED);
    window.earlyRemotes = { addresses: Promise.resolve(ADDRESSES), manifests: { storefront: Promise.resolve(MANIFEST) } };
    const load = remotePage('storefront');
    expect(await load()).toBe(PAGE);
    expect(server.calls).toEqual([]);
    await load();
    expect(server.calls.map(({ path }) => path)).toEqual(['/remotes.json', '/remotes/storefront/mf-manifest.json']);
  });

  it('trusts nothing of it after a failure', async () => {
    const server = stubApi(SERVED);
    window.earlyRemotes = { addresses: failing(), manifests: { storefront: failing() } };
    const load = remotePage('storefront');
    await expect(load()).rejects.toThrow('Failed to fetch');
    expect(await load()).toBe(PAGE);
    expect(server.calls).toHaveLength(2);
  });

  it.each([
    ['that nobody named', { 'GET /remotes.json': { json: {} } }, 'does not name storefront'],
    ['whose manifest is gone', { ...SERVED, 'GET /remotes/storefront/mf-manifest.json': { status: 404 } }, 'answered 404'],
    ['whose addresses are no addresses', { 'GET /remotes.json': { json: [1] } }, 'expected record'],
  ])('fails for one %s', async (_which, answers, reason) => {
    stubApi(answers);
    await expect(remotePage('storefront')()).rejects.toThrow(reason);
  });

  it('fails for one that exposes nothing', async () => {
    stubApi(SERVED);
    loadRemote.mockResolvedValue(null);
    await expect(remotePage('storefront')()).rejects.toThrow('exposes no ./app');
  });
});
