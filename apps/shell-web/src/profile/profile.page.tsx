import type { User } from '@shop/contracts/identity';
import { sentenceOf, useCurrentUser, usePageTitle } from '@shop/web-kit';
import { Card, CardContent, CardHeader, CardTitle, ErrorState, PageColumn, PageHeading, PageSkeleton } from '@shop/web-ui';
import { Navigate } from 'react-router-dom';
import { ChangePasswordForm } from './change-password-form.js';

function Details({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const rows = [
    { term: 'Email', value: user.email },
    { term: 'Name', value: name || 'Not given' },
    { term: 'Role', value: user.role },
  ];
  return (
    <dl className="divide-y divide-border">
      {rows.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-6 py-3">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="min-w-0 font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export default function ProfilePage() {
  usePageTitle('Profile');
  const { user, isLoading, error, refetch } = useCurrentUser();
  if (isLoading) return <PageSkeleton />;
  if (error) return <ErrorState className="my-16" sentence={sentenceOf(error)} onRetry={refetch} />;
  if (!user) return <Navigate to="/auth" replace />;

  return (
    <PageColumn>
      <PageHeading>Profile</PageHeading>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <CardTitle asHeading="h2">Your Account</CardTitle>
          </CardHeader>
          <CardContent>
            <Details user={user} />
          </CardContent>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle asHeading="h2">Change Password</CardTitle>
          </CardHeader>
          <CardContent>
            <ChangePasswordForm />
          </CardContent>
        </Card>
      </div>
    </PageColumn>
  );
}
