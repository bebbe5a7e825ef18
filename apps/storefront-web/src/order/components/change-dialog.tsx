import { sentenceOf } from '@shop/web-kit';
import { Button, cn, Spinner } from '@shop/web-ui';
import { Dialog, DialogContent, SheetContent } from '@shop/web-ui/dialog';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  description?: ReactNode;
  /** `sheet`: for a picture and much beside it. */
  shape: 'dialog' | 'sheet';
  isDirty: boolean;
  isPending: boolean;
  error: Error | null;
  /** Told where the order went to print, or was cancelled, while this was open; nothing can be saved then. */
  tooLate: string | null;
  /** The form that Save sends, or what Save does. */
  save: { form: string } | { onSave: () => void };
  onClose: () => void;
  children: ReactNode;
}

/** Closing would lose what was changed, so it is asked first. */
function DiscardConfirmation({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div role="group" aria-labelledby="discard-question" className="flex flex-wrap items-center justify-end gap-3">
      <p id="discard-question" role="alert" className="mr-auto font-semibold">
        Your changes are not saved. Discard them?
      </p>
      <Button variant="outline" autoFocus onClick={onKeep}>
        Keep Editing
      </Button>
      <Button variant="destructive" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

function SaveButton({ save, isPending, isDisabled }: Pick<Props, 'save' | 'isPending'> & { isDisabled: boolean }) {
  const does = 'form' in save ? { type: 'submit' as const, form: save.form } : { onClick: save.onSave };
  return (
    <Button {...does} shut={isDisabled || isPending}>
      {isPending && <Spinner />}
      {isPending ? 'Saving...' : 'Save Changes'}
    </Button>
  );
}

/** In a sheet it stays in sight, over the sheet's own padding, unless the window is too low for both it and what it saves. */
const FOOTER_CLASSES: Record<Props['shape'], string> = {
  dialog: 'mt-7',
  sheet:
    'bottom-0 z-20 -mx-4 -mb-6 border-t border-border bg-card px-4 py-4 sm:-mx-8 sm:-mb-8 sm:px-8 [@media(min-height:32rem)]:sticky',
};

/** Where the focus goes when the button that opened this has gone with the hold. */
export const getOrderHeading = (): HTMLElement | null => document.getElementById('order-heading');

/** One change of an order in a dialog: nothing typed is lost without asking, and what went wrong is told in place. */
export function ChangeDialog({
  title,
  description,
  shape,
  isDirty,
  isPending,
  error,
  tooLate,
  save,
  onClose,
  children,
}: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const Content = shape === 'sheet' ? SheetContent : DialogContent;
  const sentence = tooLate ?? (error && sentenceOf(error));
  const leave = (): void => {
    if (isPending) return;
    if (isDirty && tooLate === null) setIsAsking(true);
    else onClose();
  };
  return (
    <Dialog open onOpenChange={leave}>
      <Content
        title={title}
        description={description}
        className={shape === 'sheet' ? 'max-w-6xl' : undefined}
        returnFocusTo={getOrderHeading}
      >
        {children}
        <footer className={cn('flex flex-col gap-3', FOOTER_CLASSES[shape])}>
          {sentence && (
            <p role="alert" className="font-semibold text-destructive-text">
              {sentence}
            </p>
          )}
          {isAsking ? (
            <DiscardConfirmation onKeep={() => setIsAsking(false)} onDiscard={onClose} />
          ) : (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" shut={isPending} onClick={leave}>
                {tooLate === null ? 'Cancel' : 'Close'}
              </Button>
              {tooLate === null && <SaveButton save={save} isPending={isPending} isDisabled={!isDirty} />}
            </div>
          )}
        </footer>
      </Content>
    </Dialog>
  );
}
