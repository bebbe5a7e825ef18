import { Button } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { useState } from 'react';
import { AccountAction } from './account-action.js';
import { DeleteAccountForm } from './delete-account-form.js';

/** The consequences, in plain words. */
function Consequences() {
  return (
    <>
      <p>This cannot be undone.</p>
      <ul className="mt-3 list-disc space-y-1.5 pl-5">
        <li>Your photos and artwork are gone for good.</li>
        <li>Your cart, your messages to us and your account are deleted, and you are signed out on every device.</li>
        <li>The law makes us keep your orders. We take your name, address and e-mail out of them.</li>
        <li>An order that is still on its way reaches you first; then your name is taken out of it too.</li>
      </ul>
    </>
  );
}

export function DeleteAccount({ onSessionEnded }: { onSessionEnded: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  return (
    <AccountAction title="Delete my account" text="Deletes your account and everything you made with it.">
      <Button variant="destructive" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <AlertDialog open={isOpen} onOpenChange={(open) => !isPending && setIsOpen(open)}>
        <AlertDialogContent title="Delete your account?" description={<Consequences />}>
          <DeleteAccountForm onPendingChange={setIsPending} onSessionEnded={onSessionEnded} />
        </AlertDialogContent>
      </AlertDialog>
    </AccountAction>
  );
}
