import { toast, usePageTitle } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { NarrowCard } from '../layout/narrow-card.js';
import { NewPasswordForm } from './new-password-form.js';

/** Redirects a link without a token to the request form. */
function InvalidLink() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({
      title: 'Invalid Link',
      description: 'This password reset link is invalid. Please request a new one.',
      variant: 'destructive',
    });
    void navigate('/forgot-password', { replace: true });
  }, [navigate]);
  return null;
}

export default function ResetPasswordPage() {
  usePageTitle('Reset Password');
  const token = useSearchParams()[0].get('token');
  const [isDone, setIsDone] = useState(false);

  if (isDone) {
    return (
      <NarrowCard isOutcome heading="Password Reset" text="You can sign in with your new password now.">
        <Button asChild size="lg">
          <Link to="/auth">Go to Sign In</Link>
        </Button>
      </NarrowCard>
    );
  }
  if (!token) return <InvalidLink />;
  return (
    <NarrowCard heading="Reset Password" text="Choose a new password. You will be signed out everywhere else.">
      <NewPasswordForm token={token} onDone={() => setIsDone(true)} />
    </NarrowCard>
  );
}
