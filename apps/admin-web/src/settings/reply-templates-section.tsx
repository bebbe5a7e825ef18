import {
  type DisplayedAdminShop,
  REPLY_TEMPLATES_MAX,
  type ReplyTemplate,
  TEMPLATE_PLACEHOLDERS,
} from '@shop/contracts-order';
import { Field, Input, Textarea } from '@shop/web-ui';
import { useFieldArray } from 'react-hook-form';
import { RowButtons } from './row-buttons.js';
import { RowList } from './row-list.js';
import { SectionFormCard } from './section-card.js';
import { type SectionDefinition, useSectionForm } from './use-section-form.js';

interface TemplateFields {
  replyTemplates: ReplyTemplate[];
}

const REPLY_TEMPLATES: SectionDefinition<TemplateFields> = {
  section: 'replyTemplates',
  toFields: ({ replyTemplates }) => ({ replyTemplates }),
  toValue: ({ replyTemplates }) => replyTemplates,
  toFieldName: (path) => ['replyTemplates', ...path].join('.'),
  describe: ({ replyTemplates }) => replyTemplates.map(({ title, text }) => `${title}: ${text}`),
};

const [NAME, ORDER] = TEMPLATE_PLACEHOLDERS;

export function ReplyTemplatesSection({ shop }: { shop: DisplayedAdminShop }) {
  const section = useSectionForm(REPLY_TEMPLATES, shop);
  const { control, register, formState } = section.form;
  const { fields, append, move, remove } = useFieldArray({ control, name: 'replyTemplates' });
  return (
    <SectionFormCard
      section={section}
      title="Reply templates"
      intro={
        <>
          For replies to customer requests, in this order. <code>{NAME}</code> becomes the sender’s name,{' '}
          <code>{ORDER}</code> the number of the order.
        </>
      }
    >
      <RowList
        label="Reply templates"
        none="No templates yet."
        rows={fields}
        className="grid gap-3 rounded-card border border-border p-4"
        addLabel="Add template"
        max={REPLY_TEMPLATES_MAX}
        onAdd={() => append({ title: '', text: '' })}
        onRemove={remove}
      >
        {({ title }, index, removeRow) => (
          <>
            <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
              <Field label="Title" error={formState.errors.replyTemplates?.[index]?.title?.message}>
                <Input autoComplete="off" {...register(`replyTemplates.${index}.title`)} />
              </Field>
              <div className="sm:mt-8">
                <RowButtons
                  label={title || `template ${index + 1}`}
                  index={index}
                  count={fields.length}
                  onMove={move}
                  onRemove={removeRow}
                />
              </div>
            </div>
            <Field label="Text" error={formState.errors.replyTemplates?.[index]?.text?.message}>
              <Textarea rows={5} {...register(`replyTemplates.${index}.text`)} />
            </Field>
          </>
        )}
      </RowList>
    </SectionFormCard>
  );
}
