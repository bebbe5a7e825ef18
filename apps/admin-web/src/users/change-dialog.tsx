import type { DisplayedUserDetail } from '@shop/contracts-identity';
import { useCurrentUser, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { getChangeError } from '../failures.js';
import { useSeenVersion } from '../forms.js';
import { isPasswordNeeded, type UserChange, useUserChange } from './users.queries.js';

interface Props {
  user: DisplayedUserDetail;
  title: string;
  description: string;
  /** Label of the button that changes nothing. */
  keep: string;
  action: string;
  pending: string;
  /** It takes nothing away. */
  isHarmless?: boolean;
  change: UserChange;
  onChanged: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before a change of an account, and for the admin's password where the last sign-in is too long ago. */
export function ChangeDialog({ user, change, children, onChanged, onClose, ...texts }: Props) {
  const { user: admin } = useCurrentUser();
  const { version, handleError } = useSeenVersion(user.version);
  const save = useUserChange();
  const saveOnce = useSingleFlight(save);
  const [password, setPassword] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsking) passwordField.current?.focus();
  }, [isAsking]);

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(isAsking && password === '');
    if (isAsking && password === '') return;
    saveOnce(
      { user: { ...user, version }, change, password },
      {
        onSuccess: () => {
          onChanged();
          onClose();
        },
        onError: (error) => {
          if (isPasswordNeeded(error)) setAsking(true);
          handleError(error);
        },
      },
    );
  };
  const error = isPasswordNeeded(save.error) ? null : getChangeError(save.error);

  return (
    <AlertDialog open onOpenChange={() => !save.isPending && onClose()}>
      <AlertDialogContent title={texts.title} description={texts.description}>
        <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
          {children}
          {isAsking && (
            <>
              <input hidden readOnly type="text" autoComplete="username" value={admin?.email ?? ''} />
              <Field
                label="Your password"
                hint="To make sure that it is you"
                error={isMissing ? 'Please enter your password' : undefined}
              >
                <Input
                  ref={passwordField}
                  type="password"
                  autoComplete="current-password"
                  value={password}
                  readOnly={save.isPending}
                  onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                />
              </Field>
            </>
          )}
          <FormError message={error} />
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialogCancel asChild>
              <Button variant="outline" disabledFocusable={save.isPending}>
                {texts.keep}
              </Button>
            </AlertDialogCancel>
            <Button
              type="submit"
              variant={texts.isHarmless ? 'default' : 'destructive'}
              disabledFocusable={save.isPending}
            >
              {save.isPending ? texts.pending : texts.action}
            </Button>
          </div>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
}
