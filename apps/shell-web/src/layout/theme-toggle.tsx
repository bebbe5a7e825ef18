import { useTheme } from '@shop/web-kit';
import { Button, Tooltip } from '@shop/web-ui';
import { Moon, Sun } from 'lucide-react';

export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${next} theme`;
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={() => setTheme(next)}>
        {/* Chosen by the style sheet, so that the right one stands there before any script. */}
        <Moon aria-hidden className="size-5 dark:hidden" />
        <Sun aria-hidden className="hidden size-5 dark:block" />
      </Button>
    </Tooltip>
  );
}
