import { Button } from '@shop/web-ui';
import { AlertDialog, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { cancelCodeRequest, type CodeRequest } from '../api/code-request.js';
import { CodeForm } from './code-form.js';

/** What was typed stays in the page below. A page whose session has ended asks for the password instead. */
export function SecondFactorDialog({ request }: { request: CodeRequest }) {
  return (
    <AlertDialog open onOpenChange={(open) => !open && cancelCodeRequest()}>
      <AlertDialogContent
        title="Enter your code"
        description="This step needs a new code. It then counts for ten minutes."
      >
        <CodeForm onEntered={() => request.settle(true)} onSessionMissing={cancelCodeRequest}>
          <Button type="button" variant="outline" onClick={cancelCodeRequest}>
            Cancel
          </Button>
        </CodeForm>
      </AlertDialogContent>
    </AlertDialog>
  );
}
