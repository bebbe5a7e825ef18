import { PET_NAME_MAX, PROMPT_MAX } from '@shop/contracts/art';
import { toast } from '@shop/web-kit';
import { Button, Field, Input, Picture, Textarea } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import type { Dispatch, SyntheticEvent } from 'react';
import type { WizardEvent, WizardState } from '../wizard-state.js';
import { StyleChoice } from './style-choice.js';

interface Props {
  state: WizardState;
  dispatch: Dispatch<WizardEvent>;
}

export function StyleStep({ state, dispatch }: Props) {
  const generate = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!state.styleKey) {
      toast({ title: 'Select a style', description: 'Please choose an art style to continue', variant: 'destructive' });
      return;
    }
    dispatch({ type: 'artwork asked for', tryKey: crypto.randomUUID() });
  };

  return (
    <form onSubmit={generate} className="flex flex-col gap-10">
      <StyleChoice styleKey={state.styleKey} onChoose={(styleKey) => dispatch({ type: 'style chosen', styleKey })} />
      <div className="grid items-start gap-8 md:grid-cols-[14rem_1fr]">
        <figure className="flex flex-col gap-3 max-md:mx-auto max-md:w-56">
          <Picture src={state.photoUrl} alt="Your photo" sizes="14rem" loading="eager" className="aspect-square w-full rounded-card object-cover shadow-card" />
          <Button variant="outline" size="sm" onClick={() => dispatch({ type: 'photo dropped' })}>
            Change Photo
          </Button>
        </figure>
        <div className="flex flex-col gap-5">
          <Field label="Pet name (optional)">
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
              rows={4}
              value={state.prompt}
              maxLength={PROMPT_MAX}
              placeholder="Wearing a tiny crown, autumn colours"
              onChange={(event) => dispatch({ type: 'prompt typed', prompt: event.currentTarget.value })}
            />
          </Field>
          {state.refusal && (
            <p role="alert" className="font-semibold text-destructive-text">
              {state.refusal}
            </p>
          )}
          <Button type="submit" size="lg" className="self-start max-sm:w-full">
            <Sparkles aria-hidden />
            Generate Art
          </Button>
        </div>
      </div>
    </form>
  );
}
