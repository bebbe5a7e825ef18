import { PET_NAME_MAX, PROMPT_MAX, type Upload } from '@shop/contracts/art';
import { COOKIES_BLOCKED, toast, useAreCookiesBlocked, useLazyComponent } from '@shop/web-kit';
import { Button, Field, Input, Textarea } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import { useState, type Dispatch, type SyntheticEvent } from 'react';
import { getPets } from '../pets-state.js';
import { useChosenPrintArea } from '../use-chosen-print-area.js';
import { useLoadOnMount } from '../use-load-on-mount.js';
import { usePrintedName } from '../use-printed-name.js';
import { useSuggestedBackground } from '../use-suggested-background.js';
import { toPreviewComposition, type WizardAction, type WizardState } from '../wizard-state.js';
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
  const [isEditing, setIsEditing] = useState(false);
  const suggestedBackground = useSuggestedBackground();
  const background = state.background ?? suggestedBackground ?? 'style';
  const { Component: PetsPanel, load: loadPetsPanel } = useLazyComponent(() =>
    import('./pets-panel.js').then((module) => module.PetsPanel),
  );
  const { Component: StyleBackground, load: loadBackground } = useLazyComponent(() =>
    import('./style-background.js').then((module) => module.StyleBackground),
  );
  useLoadOnMount(loadPetsPanel, photo.id !== null);
  useLoadOnMount(loadBackground, photo.id !== null);
  const pets = getPets(state);
  const areCookiesBlocked = useAreCookiesBlocked();
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!state.styleKey) {
      toast({ title: 'Select a style', description: 'Please choose an art style to continue', variant: 'destructive' });
      event.currentTarget.querySelector<HTMLInputElement>('input[name=style]')?.focus();
      return;
    }
    dispatch({ type: 'artwork requested', idempotencyKey: crypto.randomUUID(), printArea, background });
  };

  return (
    <div className="flex flex-col gap-8">
      {!isEditing && (
        <PhotoCard photo={photo} advice={state.advice} onChange={() => dispatch({ type: 'photo removed' })} />
      )}
      {PetsPanel && <PetsPanel pets={pets} dispatch={dispatch} onEditing={setIsEditing} />}
      <form onSubmit={handleSubmit} hidden={isEditing} className="flex flex-col gap-8 [&[hidden]]:hidden">
        <StyleChoice
          photo={photo}
          composition={suggestedBackground === null ? null : toPreviewComposition(state, background)}
          styleKey={state.styleKey}
          onChoose={(styleKey) => dispatch({ type: 'style chosen', styleKey })}
        />
        {StyleBackground && pets[0] && (
          <StyleBackground
            pet={pets[0]}
            background={background}
            isNoneFirst={suggestedBackground === 'none'}
            onChoose={(chosen) => dispatch({ type: 'background chosen', background: chosen })}
          />
        )}
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
    </div>
  );
}
