import { Notice } from '@shop/web-ui';
import { createContext, type ReactNode, useContext, useState } from 'react';

type Report = (isOutdated: boolean) => void;

const ReportContext = createContext<Report>(() => undefined);

interface Props {
  /** What is displayed now. */
  text: string;
  children: ReactNode;
}

/**
 * Says above a list that it was changed elsewhere, after a row in it turned out to be outdated. A row can't say so
 * itself, because it may be gone.
 */
export function ChangeNotice({ text, children }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <ReportContext value={setShown}>
      {isShown && <Notice className="mb-6">{text}</Notice>}
      {children}
    </ReportContext>
  );
}

/** Shows or hides the notice of the list around the component. */
export const useChangeReport = (): Report => useContext(ReportContext);
