import { Stack } from '@chakra-ui/react/stack';
import { Ticket } from 'lucide-react';
import { Link } from 'react-router-dom';
import { changeProblems } from '#shared/contract/change-problems';
import { fillText } from '#shared/contract/problem-text';
import { paths } from '#shared/paths';
import type { Child } from '#shared/schemas/child';
import type { BookingId } from '#shared/schemas/ids';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';

interface TrialNoticeProps {
  readonly child: Child;
  /** Whether another trial is being booked. */
  readonly isTrial: boolean;
  /** The child's trial in the class, while its place can be kept. */
  readonly held: BookingId | null;
}

/** Says that a child has had its trial in the class (TRI-05), and leads to keeping the place that it holds (TRI-02). */
export const TrialNotice = ({ child, isTrial, held }: TrialNoticeProps) => {
  if (!isTrial && !held) return null;
  return (
    <Notice tone="brand" icon={Ticket}>
      <Stack gap="3" align="start">
        {fillText(changeProblems[isTrial ? 'trialUsed' : 'trialHeld'].text, { child: child.name })}
        {held && (
          <Button asChild variant="outline">
            <Link to={paths.keepPlace(held)}>Keep the place</Link>
          </Button>
        )}
      </Stack>
    </Notice>
  );
};
