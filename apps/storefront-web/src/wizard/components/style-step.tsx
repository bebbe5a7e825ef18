import { isGarment } from '@shop/contracts-catalog/kinds';
import { PET_NAME_MAX, PROMPT_MAX, type Background, type Upload } from '@shop/contracts-art';
import { COOKIES_BLOCKED, toast, useAreCookiesBlocked, useLazyComponent } from '@shop/web-kit';
import { Button, Field, Input, Picture, Textarea } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState, type Dispatch, type SyntheticEvent } from 'react';
import { isWhite } from '../../catalogue/garment-colour.js';
import { variantsQuery } from '../../catalogue/products.queries.js';
import { getRememberedColor } from '../../catalogue/remembered-product.js';
import { getPets } from '../pets-state.js';
import { useChosenPrintArea, usePrintedName, useRememberedProduct } from '../printing.queries.js';
import { stylesQuery } from '../styles.queries.js';
import { toPreviewComposition, type WizardAction, type WizardState } from '../wizard-state.js';
import { PhotoAdvice } from './upload-feedback.js';
import { StyleChoice } from './style-choice.js';

/**
 * The background that is chosen at first: `none` for a garment that is not white, so that there is no box on the fabric.
 * The product is the one chosen earlier in this tab; its colour is the one chosen on /customize, or it is known because
 * the product is not sold in white. Null while the catalogue loads.
 */
function useSuggestedBackground(): Background | null {
  const { product, isPending } = useRememberedProduct();
  const garmentId = product && isGarment(product.category) ? product.id : null;
  const variants = useQuery(variantsQuery(garmentId));
  if (isPending || (garmentId !== null && variants.isPending)) return null;
  if (garmentId === null) return 'style';

  const colors = (variants.data ?? []).filter(({ type }) => type === 'color');
  const chosenColor = colors.find(({ name }) => name === getRememberedColor(garmentId));
  const possibleColors = chosenColor ? [chosenColor] : colors;
  return possibleColors.length > 0 && !possibleColors.some(isWhite) ? 'none' : 'style';
}

interface Props {
  photo: Upload;
  advice: readonly string[];
  onChange: () => void;
}

/** The uploaded photo with the advice of the photo check and a button to change it. */
function PhotoCard({ photo, advice, onChange }: Props) {
  return (
    <section
      aria-label="Your photo"
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 rounded-card border-2 border-border bg-card p-3 sm:grid-cols-[auto_1fr_auto] sm:gap-x-5 sm:p-4"
    >
      <Picture
        src={photo.url}
        alt="Your photo"
        sizes="6rem"
        loading="eager"
        className="size-20 rounded-control bg-border-strong object-cover sm:size-24"
      />
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2 max-sm:has-[[role=status]:empty]:sr-only">
        {advice.length === 0 && (
          <p className="text-muted-foreground max-sm:hidden">This is the photo your artwork is made from.</p>
        )}
        <PhotoAdvice advice={advice} />
      </div>
      <Button variant="outline" size="sm" onClick={onChange} className="max-sm:justify-self-start">
        Change Photo
      </Button>
    </section>
  );
}

interface StyleStepProps {
  photo: Upload;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
}

export function StyleStep({ photo, state, dispatch }: StyleStepProps) {
  const printArea = useChosenPrintArea();
  const printedName = usePrintedName(state.petName);
  const [isEditing, setIsEditing] = useState(false);
  const suggestedBackground = useSuggestedBackground();
  const background = state.background ?? suggestedBackground ?? 'style';
  // If the download fails, their places stay empty.
  const { Component: PetsPanel } = useLazyComponent(
    () => import('./pets-panel.js').then((module) => module.PetsPanel),
    photo.id !== null,
  );
  const { Component: StyleBackground } = useLazyComponent(
    () => import('./background-choice.js').then((module) => module.StyleBackground),
    photo.id !== null,
  );
  const { data: styles } = useQuery(stylesQuery);
  // The built-in engine understands single words of a prompt.
  const drawsByWords = styles?.some(({ engine }) => engine === 'built-in') ?? false;
  const { Component: PromptWishes } = useLazyComponent(
    () => import('./prompt-wishes.js').then((module) => module.PromptWishes),
    drawsByWords,
  );
  const typePrompt = (prompt: string): void => dispatch({ type: 'prompt typed', prompt });
  const pets = getPets(state);
  const areCookiesBlocked = useAreCookiesBlocked();
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A style of an address may not exist.
    if (!state.styleKey || styles?.every(({ key }) => key !== state.styleKey)) {
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
              placeholder={drawsByWords ? 'Lavender, dreamy, with flowers' : 'Wearing a tiny crown, autumn colors'}
              onChange={(event) => typePrompt(event.currentTarget.value)}
            />
          </Field>
        </div>
        {drawsByWords && PromptWishes && (
          <PromptWishes
            prompt={state.prompt}
            styleKey={state.styleKey}
            hasStyleBackground={background === 'style'}
            onChange={typePrompt}
          />
        )}
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
