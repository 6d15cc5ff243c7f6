import { HStack, type StackProps } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';

interface IconLineProps extends StackProps {
  readonly icon: LucideIcon;
}

/** A line of text with a decorative icon. */
export const IconLine = ({ icon: Icon, children, ...line }: IconLineProps) => (
  <HStack gap="2.5" align="start" lineHeight="heading" css={{ '& svg': { flexShrink: '0' } }} {...line}>
    <Icon size="1.2em" strokeWidth={2.2} aria-hidden />
    <chakra.span minWidth="0" overflowWrap="anywhere">
      {children}
    </chakra.span>
  </HStack>
);
