import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { tooltipAttribute } from './tooltip-attribute.ts';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Why it is disabled. It stays focusable, so that screen readers and the tooltip can say why. */
  readonly blockedBy?: string | undefined;
}

/** A button with only an icon, and a tooltip. */
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
