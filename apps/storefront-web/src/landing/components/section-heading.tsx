interface Props {
  id: string;
  title: string;
  text?: string;
}

/** Heading and introduction of a section of the landing page. */
export function SectionHeading({ id, title, text }: Props) {
  return (
    <div className="mb-8 sm:mb-12">
      <h2
        id={id}
        className="max-w-3xl font-display text-4xl leading-[1.02] font-extrabold tracking-tight sm:text-5xl lg:text-6xl"
      >
        {title}
      </h2>
      {text && <p className="mt-4 max-w-2xl text-lg text-pretty text-muted-foreground sm:text-xl">{text}</p>}
    </div>
  );
}
