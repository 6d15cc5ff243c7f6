import { CircleAlert } from 'lucide-react';
import { type ComponentProps, Fragment, type PropsWithChildren } from 'react';
import type { AdultsToCall } from '#shared/families/family';
import { callLink } from '#shared/lib/phone-number';
import { css } from '#styled-system/css';
import { Notice } from '../../components/notice.tsx';
import { HStack } from '../../components/ui/stack.tsx';
import { ConnectionError, errorText } from '../../lib/api/api-error.ts';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly failure: string;
}

/** A toast behind a modal dialog cannot be reached, so the dialog repeats its message. */
export const FailureNotice = ({ error, failure }: FailureNoticeProps) =>
  error ? (
    <Notice role="alert" status="error" icon={CircleAlert}>
      {error instanceof ConnectionError ? `${failure}. ${error.message}` : errorText(error, failure)}
    </Notice>
  ) : null;

export const PhoneLink = ({ phone }: { readonly phone: string | null | undefined }) => {
  const number = phone?.trim();
  if (!number) return 'N/A';
  const link = callLink(number);
  return link ? <a href={link}>{number}</a> : number;
};

/** The holder is first; with two adults the names are shown (FID-08). */
export const AdultPhones = ({ adults }: { readonly adults: AdultsToCall }) => {
  const [first, ...others] = adults;
  if (others.length === 0) return <PhoneLink phone={first?.phone_number} />;
  return adults.map(({ full_name, phone_number }, index) => (
    <Fragment key={index === 0 ? 'holder' : 'second adult'}>
      {index > 0 && ', '}
      {full_name} <PhoneLink phone={phone_number} />
    </Fragment>
  ));
};

export const DateToggles = (list: ComponentProps<'ul'>) => (
  <ul {...list} className={css({ display: 'flex', flexWrap: 'wrap', gap: '2', listStyleType: 'none' })} />
);

const dateToggle = css({
  minHeight: 'touch',
  px: '3',
  borderRadius: 'lg',
  borderWidth: '2px',
  borderColor: 'border.control',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  '&[aria-pressed=true]': { textDecoration: 'line-through', bg: 'bg.subtle', color: 'fg.muted' },
  _disabled: { cursor: 'not-allowed' },
});

/** A pressed date has no session. */
export const DateToggle = (toggle: ComponentProps<'button'>) => <button {...toggle} className={dateToggle} />;

export const ListRow = ({ children }: PropsWithChildren) => (
  <li className={css({ py: '2', borderTopWidth: '1px', borderColor: 'border' })}>{children}</li>
);

export const WrappingRow = (row: ComponentProps<typeof HStack>) => (
  <HStack as="li" wrap="wrap" gap="3" py="2" borderTopWidth="1px" borderColor="border" {...row} />
);
