import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { cn } from '../cn.js';

interface ShownToast {
  id: number;
  open: boolean;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

/** Spec, section 9: how long a toast stays, and how far it is pushed to the right to go. */
const DURATION_MS = 5000;
const SWIPE_PX = 50;

/** The notification region: F8 moves the focus into it; Escape or a swipe to the right sends a toast away. */
export function Toaster({ toast, onDismiss }: { toast: ShownToast | null; onDismiss: (id: number) => void }) {
  return (
    <Primitive.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />}
      <Primitive.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 top-0 z-100 m-0 flex max-h-dvh w-full list-none flex-col p-4 outline-none sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto md:max-w-[420px]"
      />
    </Primitive.Provider>
  );
}

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: (id: number) => void }) {
  const failed = toast.variant === 'destructive';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Primitive.Root
      data-toast={toast.variant ?? 'default'}
      type="foreground"
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onDismiss(toast.id);
      }}
      className={cn(
        'toast flex items-start gap-3 rounded-card border-2 p-4 shadow-float',
        failed ? 'border-destructive bg-destructive text-destructive-foreground' : 'border-border bg-card text-card-foreground',
      )}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', !failed && 'text-success')} />
      <div className="min-w-0 flex-1">
        <Primitive.Title className="font-bold break-words">{toast.title}</Primitive.Title>
        {toast.description && <Primitive.Description className="mt-0.5 break-words opacity-90">{toast.description}</Primitive.Description>}
      </div>
      <Primitive.Close aria-label="Close notification" className="-m-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-black/10">
        <X aria-hidden className="size-4.5" />
      </Primitive.Close>
    </Primitive.Root>
  );
}
