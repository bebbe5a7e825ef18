import { confirmEmail } from '@shop/contracts-identity/routes';
import { api, ApiError, getErrorMessage, usePageTitle, useCurrentUser, useSingleFlight } from '@shop/web-kit';
import { Button, FormError } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { NarrowCard } from '../narrow-card.js';

const INVALID_TEXT = 'It may be more than seven days old. Sign in, and press “Send the link again” on your profile.';

function InvalidLink({ isOutcome = false }) {
  return (
    <NarrowCard isOutcome={isOutcome} heading="This Link Doesn’t Work" text={INVALID_TEXT}>
      <Button asChild size="lg">
        <Link to="/profile">Go to Profile</Link>
      </Button>
    </NarrowCard>
  );
}

/** Confirms by a button, because programs that check emails open their links, and some of them run the page's scripts. */
function Confirmation({ token }: { token: string }) {
  const { refetch } = useCurrentUser();
  const confirmation = useMutation({
    mutationFn: () => api.call(confirmEmail, { body: { token } }),
    // The page may belong to another account, or to none.
    onSuccess: refetch,
  });
  const confirmOnce = useSingleFlight(confirmation);

  if (confirmation.isSuccess)
    return (
      <NarrowCard isOutcome heading="Email Confirmed" text="Thank you. Our emails about your account reach you.">
        <Button asChild size="lg">
          <Link to="/">Go to the Shop</Link>
        </Button>
      </NarrowCard>
    );
  if (confirmation.error instanceof ApiError && confirmation.error.status === 400) return <InvalidLink isOutcome />;
  return (
    <NarrowCard
      heading="Confirm Your Email"
      text="Confirm that you read the emails to this address. If you have no account here, please close this page."
    >
      <div className="flex flex-col items-start gap-5">
        <FormError message={confirmation.error && getErrorMessage(confirmation.error)} />
        <Button size="lg" disabledFocusable={confirmation.isPending} onClick={() => confirmOnce()}>
          {confirmation.isPending ? 'Confirming...' : 'Confirm My Email'}
        </Button>
      </div>
    </NarrowCard>
  );
}

export default function ConfirmEmailPage() {
  usePageTitle('Confirm Email');
  const token = useSearchParams()[0].get('token');
  return token ? <Confirmation token={token} /> : <InvalidLink />;
}
