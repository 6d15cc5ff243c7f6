import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { tooltipAttribute } from './tooltip-attribute.ts';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
  /** Why it cannot be pressed. It can still be reached, so that everyone is told. */
  readonly blockedBy?: string | undefined;
}

/** A button that is only an icon, and says in a tooltip what it is for. */
export const IconButton = ({ label, blockedBy, onClick, ...button }: IconButtonProps) => (
  <Button
    type="button"
    variant="ghost"
    size="compact"
    aria-label={label}
    aria-disabled={blockedBy === undefined ? undefined : true}
    aria-description={blockedBy}
    onClick={blockedBy === undefined ? onClick : undefined}
    {...{ [tooltipAttribute]: blockedBy ?? label }}
    {...button}
  />
);
