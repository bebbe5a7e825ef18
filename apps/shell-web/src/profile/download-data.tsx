import { exportPersonalData } from '@shop/contracts/routes';
import { api, getErrorMessage, toast } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { AccountAction } from './account-action.js';

/**
 * Lets the browser download the zip: it shows the progress, and the file may be larger than a page can store. A request
 * before that finds errors, because only the page can show an error message.
 */
async function downloadData(): Promise<void> {
  await api.probe(exportPersonalData);
  const link = document.createElement('a');
  link.href = api.url(exportPersonalData);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

export function DownloadData() {
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: () => toast({ title: 'Your download has started', description: 'Your browser saves it as a zip file.' }),
    onError: (error) =>
      toast({ title: 'Download failed', description: getErrorMessage(error), variant: 'destructive' }),
  });
  return (
    <AccountAction
      title="Download my data"
      text="One zip file with everything we hold about you: your account, photos, artwork, cart, orders and messages."
    >
      <Button variant="outline" disabledFocusable={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {download.isPending ? 'Preparing...' : 'Download my data'}
      </Button>
    </AccountAction>
  );
}
