import { jest } from '@jest/globals';
import { restoreApi, stubApi } from '@shop/web-testing';

const loadRemote = jest.fn<(name: string) => Promise<unknown>>();
const registerRemotes = jest.fn<(remotes: { entry: string }[], options: object) => void>();
/** The shell's runtime: one shared part that only a remote has used so far. */
const dialog = { useIn: ['storefront'] };
const getInstance = () => ({
  name: 'shell',
  shareScopeMap: { default: { '@shop/web-ui/dialog': { '0.0.0': dialog } } },
});
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({ getInstance, loadRemote, registerRemotes }));
const { remotePage } = await import('./remotes.js');

const ADDRESSES = { storefront: '/remotes/storefront/mf-manifest.json' };
const manifestOf = (name: string) => ({ metaData: { remoteEntry: { path: '', name }, globalName: 'storefront' } });
const MANIFEST = manifestOf('assets/storefront.abc.js');
const PAGE = { default: () => null };
const SERVED = {
  'GET /remotes.json': { json: ADDRESSES },
  'GET /remotes/storefront/mf-manifest.json': { json: MANIFEST },
};

function failing(): Promise<never> {
  const lost = Promise.reject<never>(new TypeError('Failed to fetch'));
  lost.catch(() => undefined);
  return lost;
}

describe('loading a remote', () => {
  beforeEach(() => {
    loadRemote.mockReset().mockResolvedValue(PAGE);
    registerRemotes.mockReset();
  });
  afterEach(() => {
    restoreApi();
    delete window.earlyRemotes;
  });

  it('takes what the page asked for before this script arrived, once', async () => {
    const server = stubApi(SERVED);
    window.earlyRemotes = {
      addresses: Promise.resolve(ADDRESSES),
      manifests: { storefront: Promise.resolve(MANIFEST) },
    };
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
    [
      'whose manifest is gone',
      { ...SERVED, 'GET /remotes/storefront/mf-manifest.json': { status: 404 } },
      'answered 404',
    ],
    ['whose addresses are no addresses', { 'GET /remotes.json': { json: [1] } }, 'expected record'],
  ])('fails for one %s', async (_which, answers, reason) => {
    stubApi(answers);
    await expect(remotePage('storefront')()).rejects.toThrow(reason);
  });

  it.each([
    ['nothing', null],
    ['no page', { default: 'text' }],
  ])('fails for one that exposes %s', async (_what, exposed) => {
    stubApi(SERVED);
    loadRemote.mockResolvedValue(exposed);
    await expect(remotePage('storefront')()).rejects.toThrow('exposes no page');
  });

  it.each([
    ['the connection', new TypeError('Failed to fetch'), 'unreachable'],
    ['the connection', new Error('#RUNTIME-008 ScriptNetworkError: Failed to load script'), 'unreachable'],
    ['the connection', new Error('Loading chunk 473 failed.'), 'unreachable'],
    ['the remote', new Error('#RUNTIME-008 ScriptExecutionError: Script threw'), 'broken'],
    ['the remote', new TypeError("Cannot read properties of undefined (reading 'load')"), 'broken'],
    ['the remote', new Error('Version 19.3.1 of shared singleton module react does not satisfy'), 'broken'],
  ])('says that it was %s: %s', async (_who, thrown, why) => {
    stubApi(SERVED);
    loadRemote.mockRejectedValue(thrown);
    await expect(remotePage('storefront')()).rejects.toMatchObject({ why, cause: thrown });
  });

  it('goes once more by itself where files were lost on their way', async () => {
    stubApi(SERVED);
    loadRemote.mockRejectedValueOnce(new Error('Loading CSS chunk 473 failed.'));
    expect(await remotePage('storefront')()).toBe(PAGE);
    expect(registerRemotes).toHaveBeenCalledTimes(2);
  });

  it('starts one build once, however often its page broke', async () => {
    stubApi(SERVED);
    const load = remotePage('storefront');
    expect([await load(), await load()]).toEqual([PAGE, PAGE]);
    expect(registerRemotes).toHaveBeenCalledTimes(1);
  });

  it('starts a newer build, with nothing left of the one before', async () => {
    const server = stubApi(SERVED);
    const load = remotePage('storefront');
    await load();
    const left = { webpackChunkstorefront: ['a file of the first build'] };
    Object.assign(window, left);
    document.head.append(
      Object.assign(document.createElement('script'), {
        type: 'text/plain',
        src: '/remotes/storefront/assets/hangs.js',
      }),
    );
    server.answers['GET /remotes/storefront/mf-manifest.json'] = { json: manifestOf('assets/storefront.def.js') };
    await load();
    expect(registerRemotes.mock.calls.map(([[remote]]) => remote?.entry)).toEqual([
      'http://localhost/remotes/storefront/assets/storefront.abc.js',
      'http://localhost/remotes/storefront/assets/storefront.def.js?try=2',
    ]);
    expect(window).not.toHaveProperty('webpackChunkstorefront');
    expect(document.querySelector('script')).toBeNull();
    expect(dialog.useIn).toEqual(['storefront', 'shell']);
  });

  it('shows again what it has where nothing newer can be asked for', async () => {
    stubApi(SERVED);
    const load = remotePage('storefront');
    await load();
    stubApi({ 'GET /remotes.json': { lost: true } });
    expect(await load()).toBe(PAGE);
  });

  it('gives up after twenty seconds', async () => {
    jest.useFakeTimers();
    stubApi(SERVED);
    window.earlyRemotes = { addresses: new Promise(() => undefined), manifests: {} };
    const failed = expect(remotePage('storefront')()).rejects.toMatchObject({ why: 'slow' });
    await jest.advanceTimersByTimeAsync(20_000);
    await failed;
    jest.useRealTimers();
  });
});
