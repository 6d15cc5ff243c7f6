import { Check } from 'lucide-react';
import { formatLongDate } from '#shared/lib/format';
import type { CalendarDate } from '#shared/lib/values';
import { type CancellationReason, cancellationReasonNames } from '#shared/sessions/slot';
import { Button } from './ui/button.tsx';
import { Text } from './ui/text.tsx';

interface CancelledSessionProps {
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
}

export const CancelledSession = ({ date, reason }: CancelledSessionProps) => (
  <Text>
    <del>{formatLongDate(date)}</del> Cancelled: {cancellationReasonNames[reason]}
  </Text>
);

interface NotComingButtonProps {
  readonly child: string;
  readonly date: CalendarDate;
  readonly isNotComing: boolean;
  readonly onChange: (isNotComing: boolean) => void;
}

export const NotComingButton = ({ child, date, isNotComing, onChange }: NotComingButtonProps) => (
  <Button
    type="button"
    variant={isNotComing ? 'solid' : 'outline'}
    size="sm"
    aria-pressed={isNotComing}
    aria-label={`Not coming on ${formatLongDate(date)}: ${child}`}
    onClick={() => onChange(!isNotComing)}
  >
    {isNotComing && <Check size="1.1em" aria-hidden />}
    Not coming
  </Button>
);
