import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { css } from '#styled-system/css';
import { HStack } from './ui/stack.tsx';

interface IconLineProps extends ComponentProps<typeof HStack> {
  readonly icon: LucideIcon;
}

export const IconLine = ({ icon: Icon, children, ...line }: IconLineProps) => (
  <HStack align="start" gap="2.5" lineHeight="heading" {...line}>
    <Icon size="1.2em" strokeWidth={2.2} aria-hidden className={icon} />
    <span className={text}>{children}</span>
  </HStack>
);

const icon = css({ flexShrink: '0' });
const text = css({ minWidth: '0', overflowWrap: 'anywhere' });
