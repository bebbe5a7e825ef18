import regexp from 'eslint-plugin-regexp';

/** Input can't make these regular expressions slow: the time of a match grows with the length of its text, not with its square. */
export const linearExpressions = {
  files: ['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.{ts,tsx}'],
  ignores: ['**/*.spec.{ts,tsx}', 'libs/testing/**', 'libs/web/testing/**'],
  plugins: { regexp },
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false }],
  },
};
