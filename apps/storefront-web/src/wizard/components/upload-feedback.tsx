import { Button, cn } from '@shop/web-ui';
import { Lightbulb, RotateCw } from 'lucide-react';
import type { FailedUpload } from '../use-photo-upload.js';

/** `percent` 0..100; at least 3 % are drawn, so that the start is visible. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-3 overflow-hidden rounded-full bg-muted"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-500"
        style={{ width: `${Math.max(percent, 3)}%` }}
      />
    </div>
  );
}

interface Props {
  /** The dropzone's own errors. */
  messages: readonly string[];
  failedUpload: FailedUpload | null;
}

/** Why the chosen file was not uploaded. */
export function UploadErrors({ messages, failedUpload }: Props) {
  if (messages.length === 0) return failedUpload && <UploadFailure failedUpload={failedUpload} />;
  return (
    <div
      role="alert"
      ref={revealElement}
      className="mt-4 flex scroll-mb-6 flex-col gap-1 font-semibold [overflow-wrap:anywhere] text-destructive-text"
    >
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

/** On a phone the drop zone fills the screen, so a message below it would not be seen. */
function revealElement(element: HTMLElement | null): void {
  void element?.scrollIntoView({ block: 'nearest' });
}

function UploadFailure({ failedUpload: { fileName, message, retry } }: { failedUpload: FailedUpload }) {
  return (
    <div ref={revealElement} className="mt-4 flex scroll-mb-6 flex-col items-start gap-3">
      <p role="alert" className="font-semibold text-pretty text-destructive-text">
        {message}
      </p>
      {retry && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" size="sm" onClick={retry}>
            <RotateCw aria-hidden />
            Try again
          </Button>
          <span className="min-w-0 text-muted-foreground">
            Your photo <span className="break-all">{fileName}</span> is still here.
          </span>
        </div>
      )}
    </div>
  );
}

/**
 * The advice of the photo check. The status element is always rendered, so that screen readers announce later advice.
 */
export function PhotoAdvice({ advice, className }: { advice: readonly string[]; className?: string }) {
  return (
    <div role="status">
      {advice.length > 0 && (
        <div className={cn('flex gap-3 rounded-control bg-butter px-4 py-3 text-left text-tint-foreground', className)}>
          <Lightbulb aria-hidden className="mt-0.5 size-5 shrink-0" />
          <ul className="flex min-w-0 flex-col gap-2">
            {advice.map((text) => (
              <li key={text} className="text-pretty">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
