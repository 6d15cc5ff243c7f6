import { HStack, type StackProps } from '@chakra-ui/react/stack';
import type { LucideIcon } from 'lucide-react';

interface IconLineProps extends StackProps {
  readonly icon: LucideIcon;
}

/** A line of text with a decorative icon. */
export const IconLine = ({ icon: Icon, children, ...line }: IconLineProps) => (
  <HStack gap="2.5" align="start" lineHeight="heading" css={{ '& svg': { flexShrink: '0' } }} {...line}>
    <Icon size="1.2em" strokeWidth={2.2} aria-hidden />
    <span>{children}</span>
  </HStack>
);
