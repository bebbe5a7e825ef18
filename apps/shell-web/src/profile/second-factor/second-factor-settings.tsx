import { getSecondFactor } from '@shop/contracts-identity/routes';
import { api, LoadFailure } from '@shop/web-kit';
import { Button, Skeleton } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { NewRecoveryCodes } from './new-recovery-codes.js';
import { SetUp } from './set-up.js';
import { TurnOff } from './turn-off.js';

const statusQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.call(getSecondFactor, { signal }),
});

function TurnedOn({ email }: { email: string }) {
  const { data: status, error, refetch } = useQuery(statusQuery);
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!status) return <Skeleton className="h-24" />;
  const { recoveryCodesLeft: left } = status;
  return (
    <div className="flex flex-col gap-5">
      <p>
        <strong>On.</strong> Signing in to the admin area takes a code of your authenticator app. You have{' '}
        {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
      </p>
      <div className="flex flex-wrap gap-3">
        <NewRecoveryCodes email={email} />
        <TurnOff email={email} />
      </div>
    </div>
  );
}

/** `state`: of the user's second factor. */
export function SecondFactorSettings({ state, email }: { state: string; email: string }) {
  const [isSettingUp, setSettingUp] = useState(false);
  if (state === 'asked')
    return (
      <div className="flex flex-col items-start gap-5">
        <p>Two-step sign-in is on. Please enter a code to open the admin area or to change your account.</p>
        <Button asChild variant="outline">
          <Link to="/admin">Enter a code</Link>
        </Button>
      </div>
    );
  if (isSettingUp) return <SetUp email={email} onDone={() => setSettingUp(false)} />;
  if (state === 'on') return <TurnedOn email={email} />;
  return (
    <div className="flex flex-col items-start gap-5">
      <p>
        {state === 'missing'
          ? 'This shop asks its admins for a code of an app on their phone besides the password. The admin area opens once you have set it up.'
          : 'The admin area then asks for a code of an app on your phone besides your password. A stolen password alone opens nothing.'}
      </p>
      <Button onClick={() => setSettingUp(true)}>Set it up</Button>
    </div>
  );
}
