import { Button } from '@shop/web-ui';
import { RotateCw } from 'lucide-react';
import type { FailedUpload } from '../use-photo-upload.js';

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
