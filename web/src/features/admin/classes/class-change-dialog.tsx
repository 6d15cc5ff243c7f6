import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import type { AnnouncedChange } from '#shared/domain/messages/announced-change';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { SlotId } from '#shared/schemas/ids';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { familiesText, impactQuery } from './impact-query.ts';

interface ClassChangeDialogProps {
  readonly cls: ManagedClass;
  /** What changes for families; the dialog is open while this is set. */
  readonly change: AnnouncedChange | null | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before families are told of another time or venue of their class, with their number (CAL-11). */
export const ClassChangeDialog = ({ cls, change, isPending, onClose, onConfirm }: ClassChangeDialogProps) => (
  <ConfirmDialog
    title="Tell the families?"
    isOpen={Boolean(change)}
    onClose={onClose}
    action={['Save and Tell Them', 'Saving...']}
    isPending={isPending}
    onConfirm={onConfirm}
  >
    {change?.venue && (
      <Concerned cls={cls} text={`The venue ${change.venue.before} becomes ${change.venue.after}`} />
    )}
    {change?.slots.map(({ slot_id, before, after }) => (
      <Concerned key={slot_id} cls={cls} slot={slot_id} text={`${before} becomes ${after}`} />
    ))}
    <Text>Each family gets one email, and may cancel free of charge until the next session.</Text>
  </ConfirmDialog>
);

interface ConcernedProps {
  readonly cls: ManagedClass;
  /** All slots of the class if it is left out. */
  readonly slot?: SlotId;
  readonly text: string;
}

const Concerned = ({ cls, slot, text }: ConcernedProps) => {
  const { data } = useQuery(impactQuery(cls.id, slot));
  return (
    <Text role="status" fontWeight="bold">
      {text}: {data ? familiesText(data.families) : 'counting families...'}
    </Text>
  );
};
