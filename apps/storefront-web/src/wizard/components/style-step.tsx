import { PET_NAME_MAX, PROMPT_MAX, type Upload } from '@shop/contracts/art';
import { COOKIES_BLOCKED, toast, useAreCookiesBlocked } from '@shop/web-kit';
import { Button, Field, Input, Textarea } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import type { Dispatch, SyntheticEvent } from 'react';
import { useChosenPrintArea } from '../use-chosen-print-area.js';
import { usePrintedName } from '../use-printed-name.js';
import type { WizardAction, WizardState } from '../wizard-state.js';
import { PhotoCard } from './photo-card.js';
import { StyleChoice } from './style-choice.js';

interface Props {
  photo: Upload;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
}

export function StyleStep({ photo, state, dispatch }: Props) {
  const printArea = useChosenPrintArea();
  const printedName = usePrintedName(state.petName);
  const areCookiesBlocked = useAreCookiesBlocked();
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!state.styleKey) {
      toast({ title: 'Select a style', description: 'Please choose an art style to continue', variant: 'destructive' });
      event.currentTarget.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
      return;
    }
    dispatch({ type: 'artwork requested', idempotencyKey: crypto.randomUUID(), printArea });
  };

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-8">
      <PhotoCard photo={photo} advice={state.advice} onChange={() => dispatch({ type: 'photo removed' })} />
      <StyleChoice
        photo={photo}
        styleKey={state.styleKey}
        onChoose={(styleKey) => dispatch({ type: 'style chosen', styleKey })}
      />
      <div className="grid items-start gap-5 md:grid-cols-[18rem_1fr]">
        <Field label="Pet name (optional)" hint={printedName.notice}>
          <Input
            value={state.petName}
            maxLength={PET_NAME_MAX}
            autoComplete="off"
            placeholder="Biscuit"
            onChange={(event) => dispatch({ type: 'pet name typed', petName: event.currentTarget.value })}
          />
        </Field>
        <Field label="Custom prompt (optional)" hint={`${state.prompt.length} of ${PROMPT_MAX} characters`}>
          <Textarea
            rows={3}
            value={state.prompt}
            maxLength={PROMPT_MAX}
            placeholder="Wearing a tiny crown, autumn colours"
            onChange={(event) => dispatch({ type: 'prompt typed', prompt: event.currentTarget.value })}
          />
        </Field>
      </div>
      {state.error && (
        <p role="alert" className="font-semibold text-destructive-text">
          {areCookiesBlocked ? COOKIES_BLOCKED : state.error}
        </p>
      )}
      <Button type="submit" size="lg" className="self-start max-sm:w-full">
        <Sparkles aria-hidden />
        Generate Art
      </Button>
    </form>
  );
}
