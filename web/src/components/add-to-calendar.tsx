import { CalendarPlus } from 'lucide-react';
import { brand } from '#shared/brand';
import { familyRoutes } from '#shared/contract/family-routes';
import type { BookingId } from '#shared/lib/ids';
import { css } from '#styled-system/css';
import { callRoute } from '../lib/api/api-client.ts';
import { saveFile } from '../lib/browser/save-file.ts';
import { useSubmission } from '../lib/forms/use-submission.ts';
import { Button } from './ui/button.tsx';

interface ShortLabelProps {
  /** Words of the full label, so that speech control still finds the button. */
  readonly short: string;
  readonly children: string;
}

/** A label that is short in a narrow container; assistive technology has the full one. */
export const ShortLabel = ({ short, children }: ShortLabelProps) => (
  <>
    <span className={fullLabel}>{children}</span>
    <span aria-hidden="true" className={shortLabel}>
      {short}
    </span>
  </>
);

const fullLabel = css({ '@container (width < 33rem)': { srOnly: true } });

const shortLabel = css({ display: 'none', '@container (width < 33rem)': { display: 'inline' } });

interface AddToCalendarProps {
  readonly bookingId: BookingId;
  readonly withSiblings?: boolean;
  readonly short?: string;
}

const label = 'Add to calendar';

export const AddToCalendar = ({ bookingId, withSiblings = false, short = label }: AddToCalendarProps) => {
  const { submit, isPending } = useSubmission({
    send: () =>
      callRoute(familyRoutes.getBookingCalendar, {
        params: { bookingId },
        query: withSiblings ? { siblings: 'included' } : {},
      }),
    failure: 'Failed to make the calendar file',
    onDone: (calendar) => saveFile(`${brand.name.toLowerCase()}-sessions.ics`, calendar, 'text/calendar'),
  });
  return (
    <Button type="button" variant="outline" disabled={isPending} onClick={() => submit(undefined)}>
      <CalendarPlus size="1.2em" aria-hidden />
      {isPending ? 'Preparing...' : <ShortLabel short={short}>{label}</ShortLabel>}
    </Button>
  );
};
