import { Button, Card, CardContent, PageColumn, PageHeading } from '@shop/web-ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../page-title.js';
import { CodeForm } from './code-form.js';
import { useCurrentUser } from './current-user.js';

/** After an hour without use, for example. Loads the document again, so that nothing of the former session is left. */
const SignedOut = () => (
  <>
    <p role="alert">You were signed out. Please sign in again to enter your code.</p>
    <Button asChild className="self-start">
      <a href="/auth">Sign in again</a>
    </Button>
  </>
);

function EnterCode() {
  const [isSignedOut, setSignedOut] = useState(false);
  if (isSignedOut) return <SignedOut />;
  return (
    <>
      <p>Besides your password, the admin area asks for a code.</p>
      <CodeForm onSessionMissing={() => setSignedOut(true)} />
    </>
  );
}

const SetUpFirst = () => (
  <>
    <p>This shop asks its admins for a code of an app on their phone besides the password. Please set it up first.</p>
    <Button asChild className="self-start">
      <Link to="/profile">Set it up</Link>
    </Button>
  </>
);

/** In place of the admin area, for an admin who has entered no code yet, or has to set up a second factor. */
export default function SecondFactorPage() {
  usePageTitle('Two-Step Sign-In');
  const isAsked = useCurrentUser().user?.secondFactor === 'asked';
  return (
    <PageColumn>
      <div className="mx-auto max-w-lg">
        <PageHeading>Two-Step Sign-In</PageHeading>
        <Card>
          <CardContent className="flex flex-col gap-6 pt-6">{isAsked ? <EnterCode /> : <SetUpFirst />}</CardContent>
        </Card>
      </div>
    </PageColumn>
  );
}
