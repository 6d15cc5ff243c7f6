import { HStack, type StackProps } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, RefAttributes } from 'react';
import styles from './card.module.css';

/** A raised box. */
export const Card = chakra('div', {}, { defaultProps: { className: styles.card } });

type Look = 'bold' | 'semibold' | 'numbers' | 'muted' | 'brand' | 'danger' | 'ground' | 'whole' | 'roomy';

interface IconLineProps {
  readonly icon: LucideIcon;
  readonly as?: 'div' | 'li';
  /** How it differs from a plain line; `whole`: nothing is beside it on a phone. */
  readonly look?: readonly Look[];
  readonly children: ReactNode;
  /** A further class. */
  readonly className?: string | undefined;
}

/** A line of text with a decorative icon. */
export const IconLine = ({
  icon: Icon,
  as: Line = 'div',
  look = [],
  className = '',
  children,
}: IconLineProps) => (
  <Line className={`${styles.line} ${className}`} data-look={look.join(' ') || undefined}>
    <Icon size="1.2em" strokeWidth={2.2} aria-hidden />
    <span>{children}</span>
  </Line>
);

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
