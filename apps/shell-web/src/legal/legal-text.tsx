import { formatDate, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { OfToday } from '../layout/of-today.js';

export interface Clause {
  heading: string;
  paragraphs: string[];
}

const lastUpdated = (now: Date): string => `Last updated: ${formatDate(now)}`;

/** A page of legal text, dated today. */
export function LegalText({ title, clauses }: { title: string; clauses: Clause[] }) {
  usePageTitle(title);
  return (
    <PageColumn className="max-w-3xl">
      <PageHeading description={<OfToday tell={lastUpdated} />}>{title}</PageHeading>
      {clauses.map(({ heading, paragraphs }) => (
        <section key={heading} className="mb-8">
          <h2 className="mb-2 text-2xl font-bold">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mb-3 max-w-178 text-lg text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </PageColumn>
  );
}
