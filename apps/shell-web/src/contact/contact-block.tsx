import { LoadFailure, useLazyComponent } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useState } from 'react';

/** The dialog is downloaded on first use, because most visitors never open it. */
export function ContactBlock() {
  const {
    Component: ContactDialog,
    error,
    load,
  } = useLazyComponent(() => import('./contact-dialog.js').then((module) => module.ContactDialog));
  const [open, setOpen] = useState(false);
  const handleOpen = async (): Promise<void> => setOpen(await load());

  return (
    <div>
      <h2 className="text-lg font-bold">Contact Us</h2>
      <p className="mt-3 mb-5 text-deep-muted">A question about an order, a print or your artwork? Write to us.</p>
      <Button variant="secondary" onClick={() => void handleOpen()}>
        Send Message
      </Button>
      {error !== undefined && (
        <LoadFailure
          subject="The form"
          error={error}
          onRetry={() => void handleOpen()}
          className="mt-5 px-4 py-6 text-foreground"
        />
      )}
      {ContactDialog && <ContactDialog open={open} onOpenChange={setOpen} />}
    </div>
  );
}
