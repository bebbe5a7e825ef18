import { Button } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import type { CodeRequest } from '../api/code-request.js';
import { CodeForm } from './code-form.js';

/** What was typed stays in the page below. */
export function SecondFactorDialog({ request }: { request: CodeRequest }) {
  const cancel = (): void => request.settle(false);
  return (
    <AlertDialog open onOpenChange={(open) => !open && cancel()}>
      <AlertDialogContent
        title="Enter your code"
        description="This takes a code of the last ten minutes, so that nobody does it at your computer while you are away."
      >
        <CodeForm onEntered={() => request.settle(true)}>
          <Button type="button" variant="outline" onClick={cancel}>
            Cancel
          </Button>
        </CodeForm>
      </AlertDialogContent>
    </AlertDialog>
  );
}
