import type { ComponentProps } from 'react';
import { Button } from './ui/button.tsx';

/** An element with this attribute has a tooltip, which page-tooltip.tsx shows; the value is its text. */
export const tooltipAttribute = 'data-tooltip';

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
    size="sm"
    aria-label={label}
    aria-disabled={blockedBy === undefined ? undefined : true}
    aria-description={blockedBy}
    onClick={blockedBy === undefined ? onClick : undefined}
    {...{ [tooltipAttribute]: blockedBy ?? label }}
    {...button}
  />
);
