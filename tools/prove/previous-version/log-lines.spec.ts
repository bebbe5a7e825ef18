import { listWarnings } from './log-lines.ts';

const LOG = [
  'not JSON',
  { level: 40, time: 5, msg: 'too early' },
  { level: 30, time: 11, msg: 'Event applied' },
  {
    level: 40,
    time: 12,
    msg: 'Event not applied',
    event: 'order.paid',
    reason: 'total: expected string',
    err: { message: 'x' },
  },
  { level: 40, time: 13, msg: 'Event not applied', event: 'order.paid', reason: 'total: expected string' },
  { level: 50, time: 14, msg: 'Request failed', err: { message: 'no column gift' } },
];

it('lists warnings and errors since a time once, with the event and the reason', () => {
  const logs = (): string => LOG.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  expect(listWarnings({ processes: ['art-svc'], logs }, 10)).toEqual([
    'art-svc: Event not applied, order.paid, total: expected string',
    'art-svc: Request failed, no column gift',
  ]);
});
