/** Two admins may make the same change. */
export const adminMutations = {
  files: ['apps/admin-web/src/**/*.{ts,tsx}'],
  ignores: ['**/*.rules.ts', '**/use-admin-mutation.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          {
            name: '@tanstack/react-query',
            importNames: ['useMutation'],
            message: 'Take useAdminMutation: it loads a list again, and says so, whose data were outdated.',
          },
        ],
      },
    ],
  },
};
