import { jest } from '@jest/globals';
import { restoreApi, stubApi } from '@shop/web-testing';
import { waitFor } from '@testing-library/react';

const loadRemote = jest.fn<(name: string) => Promise<unknown>>();
const registerRemotes = jest.fn<(remotes: { entry: string }[], options: object) => void>();
interface Plugin {
  createScript: (info: { url: string }) => HTMLScriptElement;
}
const registerPlugins = jest.fn<(plugins: Plugin[]) => void>();
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  loadRemote,
  registerPlugins,
  registerRemotes,
}));
const { createRemoteLoader } = await import('./remote-loader.js');
const [plugin] = registerPlugins.mock.calls[0]?.[0] ?? [];

const MANIFEST_URLS = { storefront: '/remotes/storefront/mf-manifest.json' };
const createManifest = (name: string) => ({
  metaData: { remoteEntry: { path: '', name }, globalName: 'storefront' },
  exposes: [],
});
const MANIFEST = createManifest('assets/storefront.abc.js');
const PAGE = { default: () => null };
const AVAILABLE = {
  'GET /remotes.json': { json: MANIFEST_URLS },
  'GET /remotes/storefront/mf-manifest.json': { json: MANIFEST },
};

/** Simulates the global that a running remote entry defines. */
const runEntry = (): void => void Object.assign(window, { storefront: {} });

describe('createRemoteLoader', () => {
  beforeEach(() => {
    loadRemote.mockReset().mockResolvedValue(PAGE);
    registerRemotes.mockReset();
  });
  afterEach(() => {
    restoreApi();
    Reflect.deleteProperty(window, 'storefront');
    Reflect.deleteProperty(window, 'shopScriptHashes');
  });

  it.each([
    ['without a manifest URL', { 'GET /remotes.json': { json: {} } }, 'does not name storefront'],
    [
      'whose manifest is missing',
      { ...AVAILABLE, 'GET /remotes/storefront/mf-manifest.json': { status: 404 } },
      'answered 404',
    ],
    ['when /remotes.json has another shape', { 'GET /remotes.json': { json: [1] } }, '"expected": "record"'],
  ])('fails for a remote %s', async (_case, responses, reason) => {
    stubApi(responses);
    await expect(createRemoteLoader('storefront')()).rejects.toThrow(reason);
  });

  it.each([
    ['nothing', null],
    ['no page', { default: 'text' }],
  ])('fails for a remote that exposes %s', async (_case, exposed) => {
    stubApi(AVAILABLE);
    loadRemote.mockResolvedValue(exposed);
    await expect(createRemoteLoader('storefront')()).rejects.toThrow('exposes no page');
  });

  it.each([
    ['the connection', new TypeError('Failed to fetch'), 'unreachable'],
    ['the connection', new Error('#RUNTIME-008 ScriptNetworkError: Failed to load script'), 'unreachable'],
    ['the connection', new Error('Loading chunk 473 failed.'), 'unreachable'],
    ['the remote', new Error('#RUNTIME-008 ScriptExecutionError: Script threw'), 'broken'],
    ['the remote', new TypeError("Cannot read properties of undefined (reading 'load')"), 'broken'],
    ['the remote', new Error('Version 19.3.1 of shared singleton module react does not satisfy'), 'broken'],
  ])('blames %s for %s', async (_culprit, thrown, reason) => {
    stubApi(AVAILABLE);
    loadRemote.mockRejectedValue(thrown);
    await expect(createRemoteLoader('storefront')()).rejects.toMatchObject({ reason, cause: thrown });
  });

  it('retries twice when files fail to download', async () => {
    stubApi(AVAILABLE);
    loadRemote
      .mockRejectedValueOnce(new Error('Loading chunk 473 failed.'))
      .mockRejectedValueOnce(new Error('Loading CSS chunk 473 failed.'));
    expect(await createRemoteLoader('storefront')()).toBe(PAGE);
    expect(registerRemotes).toHaveBeenCalledTimes(3);
  });

  it('requests the entry at another URL after an attempt in which it never ran', async () => {
    stubApi(AVAILABLE);
    loadRemote.mockRejectedValueOnce(new Error('broken at its start'));
    const load = createRemoteLoader('storefront');
    await expect(load()).rejects.toThrow('broken at its start');
    expect(await load()).toBe(PAGE);
    expect(registerRemotes.mock.calls.map(([[remote]]) => remote?.entry)).toEqual([
      'http://localhost/remotes/storefront/assets/storefront.abc.js',
      'http://localhost/remotes/storefront/assets/storefront.abc.js?try=2',
    ]);
  });

  it('runs the entry with the hash of the manifest only, also at another URL', async () => {
    const hashes = { 'assets/storefront.abc.js': 'sha256-abc', 'assets/1.js': 'sha256-1' };
    const json = { ...MANIFEST, metaData: { ...MANIFEST.metaData, hashes } };
    stubApi({ ...AVAILABLE, 'GET /remotes/storefront/mf-manifest.json': { json } });
    await createRemoteLoader('storefront')();
    const [[remote] = []] = registerRemotes.mock.calls[0] ?? [];
    for (const query of ['', '?try=2']) {
      const script = plugin?.createScript({ url: `${remote?.entry}${query}` });
      expect([script?.src, script?.integrity]).toEqual([`${remote?.entry}${query}`, 'sha256-abc']);
    }
    expect(window.shopScriptHashes).toMatchObject({ 'http://localhost/remotes/storefront/assets/1.js': 'sha256-1' });
  });

  it('registers one build once, even after its page failed', async () => {
    stubApi(AVAILABLE);
    const load = createRemoteLoader('storefront');
    expect(await load()).toBe(PAGE);
    runEntry();
    expect(await load()).toBe(PAGE);
    expect(registerRemotes).toHaveBeenCalledTimes(1);
  });

  it('reloads the document for a newer build than the running one', async () => {
    const server = stubApi(AVAILABLE);
    const reload = jest.fn();
    const load = createRemoteLoader('storefront', reload);
    await load();
    runEntry();
    server.responses['GET /remotes/storefront/mf-manifest.json'] = { json: createManifest('assets/storefront.def.js') };
    void load();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(registerRemotes).toHaveBeenCalledTimes(1);
  });

  it('fails after twenty seconds', async () => {
    jest.useFakeTimers();
    stubApi({ ...AVAILABLE, 'GET /remotes.json': { after: new Promise(() => undefined) } });
    const failed = expect(createRemoteLoader('storefront')()).rejects.toMatchObject({ reason: 'slow' });
    await jest.advanceTimersByTimeAsync(20_000);
    await failed;
    jest.useRealTimers();
  });
});
