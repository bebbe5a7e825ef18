import { sendConfirmationLink } from '@shop/contracts-identity/routes';
import { api, ApiError, getErrorMessage, toast, useCurrentUser, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';

/** On the profile of an account whose address is not confirmed. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const { refetch } = useCurrentUser();
  const sending = useMutation({
    mutationFn: () => api.call(sendConfirmationLink),
    onSuccess: () => toast({ title: 'Email sent', description: `Please open the link in our email to ${email}.` }),
    onError: (error) => {
      // Another tab may have confirmed the address.
      if (error instanceof ApiError && error.status === 409) refetch();
      toast({ title: 'Error', description: getErrorMessage(error), variant: 'destructive' });
    },
  });
  const sendOnce = useSingleFlight(sending);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-4">
      <p className="text-muted-foreground">
        Your email address is not confirmed yet. Please open the link in our email.
      </p>
      <Button variant="outline" disabledFocusable={sending.isPending} onClick={() => sendOnce()}>
        {sending.isPending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  );
}
