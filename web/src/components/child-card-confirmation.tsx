import { CircleCheck } from 'lucide-react';
import { cardConfirmedOn } from '#shared/domain/children/card';
import { formatDay } from '#shared/domain/text/format';
import type { Child } from '#shared/schemas/child';
import { siteConfig } from '../lib/api/config.ts';
import { useUpdateCard } from '../lib/family/use-update-card.ts';
import { Button } from './button.tsx';
import { IconLine } from './icon-line.tsx';

interface ChildCardConfirmationProps {
  readonly child: Pick<Child, 'id' | 'name' | 'card_confirmed_at'>;
  /** Whether it is to be confirmed, again or for the first time. */
  readonly isAsked: boolean;
}

/** When a child's card was confirmed, and where that is asked, the button that confirms it (EME-03). */
export const ChildCardConfirmation = ({ child, isAsked }: ChildCardConfirmationProps) => {
  const confirm = useUpdateCard(child, { failure: 'Failed to confirm the card' });
  const confirmedOn = cardConfirmedOn(child, siteConfig().timeZone);
  return (
    <>
      <div role="status">
        {confirmedOn && (
          <IconLine icon={CircleCheck} color={isAsked ? 'fg.muted' : 'brand.fg'} fontWeight="semibold">
            Confirmed {formatDay(confirmedOn)}
          </IconLine>
        )}
      </div>
      {isAsked && (
        <Button
          type="button"
          alignSelf="start"
          aria-label={`Everything is right for ${child.name}`}
          disabled={confirm.isPending}
          onClick={() => confirm.submit({ confirmed: true })}
        >
          {confirm.isPending ? 'Saving...' : 'Everything is right'}
        </Button>
      )}
    </>
  );
};
