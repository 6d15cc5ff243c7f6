import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#styled-system/css';
import styles from './card.module.css';

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

interface NoticeProps extends ComponentProps<'div'> {
  readonly tone: 'warning' | 'danger' | 'brand';
  readonly icon: LucideIcon;
}

/** A highlighted message with an icon. */
export const Notice = ({ tone, icon: Icon, className, children, ...box }: NoticeProps) => (
  <div {...box} className={cx(styles.notice, className)} data-tone={tone}>
    <Icon size="1.25em" aria-hidden />
    <div>{children}</div>
  </div>
);
