import { formatDate, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { SellerFacts } from './seller-facts.js';

export interface Clause {
  heading: string;
  paragraphs: string[];
}

/** A page of legal text, dated today. */
export function LegalText({ title, clauses }: { title: string; clauses: Clause[] }) {
  usePageTitle(title);
  return (
    <PageColumn className="max-w-3xl">
      <PageHeading description={`Last updated: ${formatDate(new Date())}`}>{title}</PageHeading>
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
      <SellerFacts />
    </PageColumn>
  );
}
