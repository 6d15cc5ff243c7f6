import type { ComponentProps } from 'react';
import { Checkbox } from './ui/checkbox.tsx';
import { RadioCard } from './ui/radio-card.tsx';

export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <Checkbox.Root>
    <Checkbox.HiddenInput {...input} />
    <Checkbox.Control />
    <Checkbox.Label>{children}</Checkbox.Label>
  </Checkbox.Root>
);

interface OptionCardProps extends ComponentProps<'input'> {
  readonly value: string;
}

export const OptionCard = ({ value, children, ...input }: OptionCardProps) => (
  <RadioCard.Item value={value}>
    <RadioCard.ItemHiddenInput {...input} />
    <RadioCard.ItemIndicator />
    <RadioCard.ItemContent>{children}</RadioCard.ItemContent>
  </RadioCard.Item>
);
