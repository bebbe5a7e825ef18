import { getSecondFactor } from '@shop/contracts-identity/routes';
import { api, askForCode, getErrorMessage, toast, useCurrentUser } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';

/** False: no code was entered. */
async function ensureRecentCode(): Promise<boolean> {
  const { isOn, isRecent } = await api.call(getSecondFactor);
  return !isOn || isRecent || askForCode();
}

/** The browser downloads the file, and could only display that a code is missing: the page asks for it first. */
export function FileLink({ href, label }: { href: string; label: string }) {
  const { user } = useCurrentUser();
  const download = async (link: HTMLAnchorElement): Promise<void> => {
    if (await ensureRecentCode()) Object.assign(document.createElement('a'), { href: link.href, download: '' }).click();
  };
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (user?.secondFactor !== 'on') return;
    event.preventDefault();
    download(event.currentTarget).catch((error: unknown) =>
      toast({ title: 'Download failed', description: getErrorMessage(error), variant: 'destructive' }),
    );
  };
  return (
    <Button asChild variant="outline" size="sm">
      <a href={href} download onClick={handleClick}>
        <Download aria-hidden />
        {label}
      </a>
    </Button>
  );
}
