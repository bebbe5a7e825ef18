import type { SignedInUser } from '@shop/contracts/identity';
import { getErrorMessage, useCurrentUser, useClearPersonalData, usePageTitle } from '@shop/web-kit';
import {
  Card,
  CardContent,
  CardHeader,
  CardTitle,
  ErrorState,
  PageColumn,
  PageHeading,
  PageSkeleton,
} from '@shop/web-ui';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { ChangePasswordForm } from './change-password-form.js';
import { DeleteAccount } from './delete-account.js';
import { DownloadData } from './download-data.js';
import { SignOutEverywhere } from './sign-out-everywhere.js';

function Details({ user }: { user: SignedInUser }) {
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
          <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** After the server has ended the session: clears the personal data and goes to `/`. */
function useSessionEnd(): { hasSessionEnded: boolean; handleSessionEnded: () => void } {
  const [hasSessionEnded, setHasSessionEnded] = useState(false);
  const navigate = useNavigate();
  const clearPersonalData = useClearPersonalData();
  const handleSessionEnded = (): void => {
    // Set before the data is cleared; otherwise this page would redirect to the sign-in.
    setHasSessionEnded(true);
    void navigate('/');
    clearPersonalData();
  };
  return { hasSessionEnded, handleSessionEnded };
}

export default function ProfilePage() {
  usePageTitle('Profile');
  const { user, isLoading, error, refetch } = useCurrentUser();
  const { hasSessionEnded, handleSessionEnded } = useSessionEnd();
  if (hasSessionEnded) return null;
  if (isLoading) return <PageSkeleton />;
  if (error) return <ErrorState asHeading="h1" className="my-16" message={getErrorMessage(error)} onRetry={refetch} />;
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
        <Card className="lg:col-span-2">
          <CardHeader>
            <CardTitle asHeading="h2">Your Data and Devices</CardTitle>
          </CardHeader>
          <CardContent className="divide-y divide-border">
            <SignOutEverywhere onSessionEnded={handleSessionEnded} />
            <DownloadData />
            <DeleteAccount onSessionEnded={handleSessionEnded} />
          </CardContent>
        </Card>
      </div>
    </PageColumn>
  );
}
