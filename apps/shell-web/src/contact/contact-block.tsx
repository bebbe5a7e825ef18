import { toast } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useState, type ComponentType } from 'react';
import type { ContactDialogProps } from './contact-dialog.js';

/** The dialog is downloaded on first use, because most visitors never open it. */
export function ContactBlock() {
  const [Form, setForm] = useState<ComponentType<ContactDialogProps>>();
  const [open, setOpen] = useState(false);

  const handleOpen = async (): Promise<void> => {
    try {
      const { ContactDialog } = await import('./contact-dialog.js');
      setForm(() => ContactDialog);
      setOpen(true);
    } catch {
      toast({
        title: 'Error',
        description: "The form can't be loaded right now. Please try again.",
        variant: 'destructive',
      });
    }
  };

  return (
    <div>
      <h2 className="text-lg font-bold">Contact Us</h2>
      <p className="mt-3 mb-5 text-deep-muted">A question about an order, a print or your artwork? Write to us.</p>
      <Button variant="secondary" onClick={() => void handleOpen()}>
        Send Message
      </Button>
      {Form && <Form open={open} onOpenChange={setOpen} />}
    </div>
  );
}
