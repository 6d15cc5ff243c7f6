import { HStack, type StackProps } from '@chakra-ui/react/stack';
import type { LucideIcon } from 'lucide-react';
import type { RefAttributes } from 'react';

const tones = {
  warning: { bg: 'warning.subtle', color: 'warning.fg', borderColor: 'warning.line' },
  danger: { bg: 'danger.subtle', color: 'danger.fg', borderColor: 'danger.fg' },
  brand: { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.line' },
} as const;

interface NoticeProps extends StackProps, RefAttributes<HTMLDivElement> {
  readonly tone: keyof typeof tones;
  readonly icon: LucideIcon;
}

/** A highlighted message with an icon. */
export const Notice = ({ tone, icon: Icon, children, ...box }: NoticeProps) => (
  <HStack
    align="start"
    gap="3"
    p="3.5"
    borderRadius="md"
    borderWidth="1px"
    fontWeight="medium"
    lineHeight="heading"
    css={{ '& > svg': { flexShrink: '0' } }}
    {...tones[tone]}
    {...box}
  >
    <Icon size="1.25em" aria-hidden />
    <div>{children}</div>
  </HStack>
);
