import { listMissingRoutes } from './scale-calls.ts';

it('measures every public route, or says why not', () => {
  expect(listMissingRoutes()).toEqual([]);
});
