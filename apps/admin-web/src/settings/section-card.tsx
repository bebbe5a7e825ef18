import { Button, Card, FormError } from '@shop/web-ui';
import { type ReactNode, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { getChangeError } from '../failures.js';
import { useMayAdmin } from '../session/permitted.js';
import type { SettingsForm } from './use-settings-form.js';

interface SectionProps {
  title: string;
  /** What the section is for. */
  intro: ReactNode;
  children: ReactNode;
}

/** A titled part of the settings. */
export function SettingsSection({ title, intro, children }: SectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Card className="p-5 sm:p-7">
        <h2 id={headingId} className="text-xl font-bold">
          {title}
        </h2>
        <p className="mt-1 mb-5 max-w-178 text-pretty text-muted-foreground">{intro}</p>
        {children}
      </Card>
    </section>
  );
}

/** Of a conflict. */
function SavedByOthers({ lines, onUse }: { lines: readonly string[]; onUse: () => void }) {
  return (
    <div className="rounded-control bg-muted px-4 py-3 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted-foreground">Saved now, not by you</p>
      {lines.length === 0 ? (
        <p>(empty)</p>
      ) : (
        lines.map((line, index) => (
          <p key={index} dir="auto" className="whitespace-pre-line">
            {line}
          </p>
        ))
      )}
      <p className="mt-1 mb-3 text-sm text-muted-foreground">What you typed is kept. Saving again replaces this.</p>
      <Button variant="outline" size="sm" onClick={onUse}>
        Use what is saved
      </Button>
    </div>
  );
}

interface FormProps<Fields extends FieldValues> extends SectionProps {
  section: SettingsForm<Fields>;
}

/** A section with a form and its own button. Admins without the permission only read it. */
export function SectionFormCard<Fields extends FieldValues>({ section, children, ...texts }: FormProps<Fields>) {
  const { form, isSaving, error, savedByOthers, save, discard } = section;
  const mayChange = useMayAdmin('all');
  const { isDirty } = form.formState;
  const saveButton = useRef<HTMLButtonElement>(null);
  /** The button that was pressed disappears. */
  const handleDiscard = (): void => {
    discard();
    saveButton.current?.focus();
  };
  return (
    <SettingsSection {...texts}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
          {children}
        </fieldset>
        <FormError message={getChangeError(error)} />
        {savedByOthers && <SavedByOthers lines={savedByOthers} onUse={handleDiscard} />}
        {mayChange && (
          <div className="flex flex-wrap items-center gap-3">
            <Button ref={saveButton} type="submit" aria-label={`Save ${texts.title}`} disabledFocusable={isSaving}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
            {isDirty && (
              <>
                <Button variant="ghost" aria-label={`Discard changes of ${texts.title}`} onClick={handleDiscard}>
                  Discard changes
                </Button>
                <p className="text-sm text-muted-foreground">Not saved yet</p>
              </>
            )}
          </div>
        )}
      </form>
    </SettingsSection>
  );
}
