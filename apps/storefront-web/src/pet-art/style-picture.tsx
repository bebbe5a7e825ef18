import { Sparkles } from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';
import { AbstractPet } from './abstract-pet.js';
import { CyberpunkPet } from './cyberpunk-pet.js';
import { MinimalisticPet } from './minimalistic-pet.js';
import { ModernPet } from './modern-pet.js';

const PICTURES: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  cyberpunk: CyberpunkPet,
  modern: ModernPet,
  minimalistic: MinimalisticPet,
  abstract: AbstractPet,
};

/** An example of a style. Decorative: the style's name always stands beside it. A style without one gets an icon. */
export function StylePicture({ styleKey, className }: { styleKey: string; className?: string }) {
  const Picture = PICTURES[styleKey];
  if (Picture) return <Picture aria-hidden className={className} />;
  return (
    <span aria-hidden className={`flex items-center justify-center bg-muted text-primary ${className ?? ''}`}>
      <Sparkles className="size-10" />
    </span>
  );
}
