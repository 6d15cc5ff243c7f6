import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'touch',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '& input': { width: '5', height: '5', flexShrink: '0', accentColor: 'brand.solid' },
  },
});

/** A checkbox with its label, which is part of its target. */
export const CheckBox = ({ children, ...input }: ComponentProps<'input'>) => (
  <Label>
    <input type="checkbox" {...input} />
    {children}
  </Label>
);
