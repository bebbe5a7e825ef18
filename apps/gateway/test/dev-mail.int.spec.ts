import { routes, routesOf } from '../src/routes.js';
import { Door } from './door.js';

const FILE = '20261120-140500123-welcome-0b6f1c1e.eml';
const ADDRESSES = ['/dev/mail', `/dev/mail/${FILE}`, `/dev/mail/${FILE}/html`];

describe('rows for development only', () => {
  let door: Door;
  afterEach(() => door.close());

  const seenBySupport = async (environment: string): Promise<(string | undefined)[]> => {
    door = await Door.open({ NODE_ENV: environment });
    for (const address of ADDRESSES) await door.call('GET', address);
    return door.upstreams.support.seen.map(({ url }) => url);
  };

  it.each(['development', 'test'])('are there in %s', async (environment) => {
    expect(await seenBySupport(environment)).toEqual(ADDRESSES);
  });

  it('are not there in production', async () => {
    expect(await seenBySupport('production')).toEqual([]);
    expect(routesOf('production')).toEqual(routes.filter(({ path }) => !path.startsWith('/dev/')));
  });
});
