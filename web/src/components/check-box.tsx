import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { choiceStyles } from './choice-styles.ts';

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '& input': choiceStyles,
  },
});

/** A checkbox with its label, which is part of its target. */
export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <Label>
    <input type="checkbox" {...input} />
    {children}
  </Label>
);
