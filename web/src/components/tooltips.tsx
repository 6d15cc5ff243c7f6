import type { ComponentProps } from 'react';
import { Button } from './ui/button.tsx';

export const tooltipAttribute = 'data-tooltip';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  readonly label: string;
  /** The reason why it is disabled. It stays focusable, so that screen readers and the tooltip can say why. */
  readonly blockedBy?: string | undefined;
}

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
