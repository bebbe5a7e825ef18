import { jest } from '@jest/globals';
import { SERVICES } from '../../dev/stack/services.ts';
import { planCombinations, runCombinations, type Versions } from './combinations.ts';

/** order-svc and the gateway were released, from different commits. */
const VERSIONS: Versions = {
  current: '/current',
  released: new Map([
    ['order-svc', { root: '/old', commit: 'aaaaaaaaaaaa' }],
    ['gateway', { root: '/older', commit: 'bbbbbbbbbbbb' }],
  ]),
};

let printed: string[];
beforeEach(() => {
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
});

/** Combination → what is not of this version. */
const show = (combinations: ReturnType<typeof planCombinations>[number]) =>
  Object.fromEntries(
    combinations.map(({ name, roots }) => [
      name,
      Object.fromEntries(Object.entries(roots).filter(([, root]) => root !== '/current')),
    ]),
  );

it('plans each released service with the rest of this version, and the reverse', () => {
  const released = { 'order-svc': '/old', gateway: '/older' };
  const [ofCurrent, ofReleased] = planCombinations(VERSIONS, true);
  expect(show(ofCurrent)).toEqual({
    'this version creates the databases': {},
    'order-svc of aaaaaaaa, the rest of this version': { 'order-svc': '/old' },
    'gateway of bbbbbbbb, the rest of this version': { gateway: '/older' },
    'the released services on the databases of this version': released,
    'this version goes on': {},
  });
  expect(show(ofReleased)).toEqual({
    'the released services create the databases': released,
    'order-svc of this version, the rest released': { gateway: '/older' },
    'gateway of this version, the rest released': { 'order-svc': '/old' },
  });
});

it('plans only whole shops without mixed combinations', () => {
  expect(planCombinations(VERSIONS, false).map((combinations) => combinations.length)).toEqual([3, 0]);
});

/** A shop that remembers which builds run. */
function createShop() {
  const running = new Map<string, string | undefined>(SERVICES.map((service) => [service, '/current']));
  const changes: string[] = [];
  return {
    running,
    changes,
    stopService: async (service: string) => void running.delete(service),
    startService: async (service: string, root?: string) => {
      changes.push(`${service} ${root}`);
      if (root === '/older') throw new Error('gateway did not start: no variable TAX_KEY');
      running.set(service, root);
    },
  };
}

it('replaces only the services that differ, and goes on after a combination that fails', async () => {
  const shop = createShop();
  const sold: unknown[] = [];
  const [combinations] = planCombinations(VERSIONS, true);
  const failed = await runCombinations(shop, combinations, async () => void sold.push(shop.running.get('order-svc')));
  expect(shop.changes).toEqual([
    'order-svc /old',
    'order-svc /current',
    'gateway /older',
    'order-svc /old',
    'gateway /older',
    'order-svc /current',
    'gateway /current',
  ]);
  expect(sold).toEqual(['/current', '/old', '/current']);
  expect(failed).toBe(2);
  const lines = printed.map((line) => line.replace(/\d+\.\d s/, 's').replaceAll(/ +/g, ' '));
  expect(lines).toContain(' ✗ s gateway of bbbbbbbb, the rest of this version');
  expect(lines).toContain(' gateway did not start: no variable TAX_KEY');
  expect(lines.at(-1)).toBe(' ✓ s this version goes on');
});
