import { readSharedLibraries } from '../../federation/shared-libraries.ts';
import { findMisfits } from './web-fit.rules.ts';

const shell = { versions: { react: '19.3.0', 'react-dom/': '19.3.0' }, router: ['Link', 'useParams'] };

it.each([
  ['equal libraries', {}, []],
  ['other minor versions', { versions: { react: '19.9.1' } }, []],
  ['fewer names of the router', { router: ['Link'] }, []],
  [
    'another major version',
    { versions: { react: '20.0.0' } },
    ['it was built with react 20.0.0, and the shell has 19.3.0'],
  ],
  ['a library that the shell lacks', { versions: { three: '1.0.0' } }, ['the shell has no three']],
  ['a name that the router lacks', { router: ['Link', 'useBlocker'] }, ["the shell's router has no useBlocker"]],
])('a remote with %s', (_case, remote, expected) =>
  expect(findMisfits({ ...shell, ...remote }, shell)).toEqual(expected),
);

it('the builds of this checkout fit together, and name their libraries', () => {
  const built = readSharedLibraries();
  expect(findMisfits(built, built)).toEqual([]);
  expect(built.versions).toMatchObject({ react: expect.any(String), 'react-router-dom': expect.any(String) });
  expect(built.router).toContain('useParams');
});
