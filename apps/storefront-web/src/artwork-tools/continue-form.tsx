import { CONTINUE_LINK } from '@shop/contracts-art';
import { sendContinueLink } from '@shop/contracts-art/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Button, Spinner } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';

/** Sends a link that opens this design on another device. */
export function ContinueForm({ imageId }: { imageId: string }) {
  const [email, setEmail] = useState('');
  const [invalid, setInvalid] = useState<string | null>(null);
  const fieldId = useId();
  const sending = useMutation({
    mutationFn: (address: string) => api.call(sendContinueLink, { params: { id: imageId }, body: { email: address } }),
  });
  const error = invalid ?? (sending.error && getErrorMessage(sending.error));

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = email.trim();
    // The server has the full rule.
    const isAddress = /^[^@\s]+@[^\s@][^\s.@]*\.[^\s@]+$/.test(address);
    setInvalid(isAddress ? null : 'Invalid email address');
    if (isAddress && !sending.isPending) sending.mutate(address);
  };

  if (sending.isSuccess)
    return (
      <div role="status" className="flex flex-col items-start gap-3">
        <p className="font-semibold [overflow-wrap:anywhere]">Sent to {sending.variables}.</p>
        <p className="text-muted-foreground">
          Open the email on your other device. Its link works once, for {CONTINUE_LINK.validHours} hours.
        </p>
        <Button variant="outline" size="sm" onClick={() => sending.reset()}>
          Send it to another address
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={fieldId} className="font-semibold">
          Email
        </label>
        <input
          id={fieldId}
          type="email"
          autoComplete="email"
          inputMode="email"
          value={email}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
          className="ui-control w-full px-3"
        />
        {error && (
          <p id={`${fieldId}-error`} role="alert" className="font-semibold text-destructive-text">
            {error}
          </p>
        )}
      </div>
      <Button type="submit" disabledFocusable={sending.isPending} className="self-start">
        {sending.isPending ? <Spinner /> : <Send aria-hidden />}
        {sending.isPending ? 'Sending...' : 'Send me the link'}
      </Button>
      <p className="text-sm text-muted-foreground">We use the address for this one email only.</p>
    </form>
  );
}
