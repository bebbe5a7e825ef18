import { listSellerLines } from '@shop/contracts-order';
import { useShop } from '@shop/web-kit';

const FACTS = [
  ['Registration', 'registration'],
  ['VAT id', 'vatId'],
  ['Responsible', 'responsiblePerson'],
  ['Email', 'email'],
  ['Phone', 'phone'],
] as const;

/** Who sells, at the end of the legal pages. Nothing if the owner has not set it. */
export function SellerFacts() {
  const seller = useShop()?.seller;
  if (!seller || Object.values(seller).every((text) => text === '')) return null;
  const lines = listSellerLines(seller);
  const facts = FACTS.filter(([, field]) => seller[field] !== '');
  return (
    <section className="mb-8 [overflow-wrap:anywhere]">
      <h2 className="mb-2 text-2xl font-bold">Seller</h2>
      {lines.length > 0 && (
        <address className="mb-3 text-lg not-italic *:block">
          {lines.map((line, index) => (
            <span key={index}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </address>
      )}
      {facts.length > 0 && (
        <dl className="mb-3 grid gap-x-4 gap-y-1 text-lg sm:grid-cols-[max-content_1fr]">
          {facts.map(([label, field]) => (
            <div key={field} className="contents">
              <dt className="text-muted-foreground max-sm:mt-1">{label}</dt>
              <dd>
                <bdi>{seller[field]}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {seller.legalText !== '' && (
        <p dir="auto" className="max-w-178 text-lg text-pretty whitespace-pre-line">
          {seller.legalText}
        </p>
      )}
    </section>
  );
}
