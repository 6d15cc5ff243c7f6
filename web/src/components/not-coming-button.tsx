import { Check } from 'lucide-react';
import { formatLongDate } from '#shared/domain/text/format';
import type { CalendarDate } from '#shared/schemas/values';
import { Button } from './button.tsx';

interface NotComingButtonProps {
  readonly child: string;
  readonly date: CalendarDate;
  readonly isNotComing: boolean;
  readonly onChange: (isNotComing: boolean) => void;
}

/** Says that a child does not come to a session; pressed again it takes that back (ABS-01). */
export const NotComingButton = ({ child, date, isNotComing, onChange }: NotComingButtonProps) => (
  <Button
    type="button"
    variant={isNotComing ? 'solid' : 'outline'}
    size="compact"
    aria-pressed={isNotComing}
    aria-label={`Not coming on ${formatLongDate(date)}: ${child}`}
    onClick={() => onChange(!isNotComing)}
  >
    {isNotComing && <Check size="1.1em" aria-hidden />}
    Not coming
  </Button>
);
