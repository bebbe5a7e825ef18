import { signOutEverywhere } from '@shop/contracts/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { AccountAction } from './account-action.js';

export function SignOutEverywhere({ onSessionEnded }: { onSessionEnded: () => void }) {
  const signOut = useMutation({
    mutationFn: () => api.call(signOutEverywhere),
    onSuccess: () => {
      onSessionEnded();
      toast({ title: 'Signed out everywhere', description: 'You are signed out on every device.' });
    },
    onError: (error) =>
      toast({ title: 'Sign out failed', description: getErrorMessage(error), variant: 'destructive' }),
  });
  const signOutOnce = useSingleFlight(signOut);

  return (
    <AccountAction
      title="Sign out everywhere"
      text="Ends your sessions on every phone, tablet and computer, this one included."
    >
      <Button variant="outline" disabledFocusable={signOut.isPending} onClick={() => signOutOnce()}>
        {signOut.isPending ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </AccountAction>
  );
}
