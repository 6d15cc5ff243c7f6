import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import type { ReminderPreview } from '#shared/ledger/payments';
import type { FamilyId } from '#shared/lib/ids';
import { namesOf } from '#shared/lib/names';
import { policies } from '#shared/policies';
import { Modal } from '../../../components/modal.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ChangeButtons } from '../dialogs.tsx';
import { EmailPreview } from '../messages/email-preview.tsx';
import type { Column } from '../tables/column.ts';
import { Loaded } from '../tables/loaded.tsx';
import { useChange } from '../use-change.ts';

interface RemindDialogProps {
  readonly families: readonly FamilyId[];
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export const RemindDialog = ({ families, onClose, onSent }: RemindDialogProps) => (
  <Modal role="dialog" title="Send Reminders?" isOpen={families.length > 0} onClose={onClose}>
    <RemindForm families={families} onClose={onClose} onSent={onSent} />
  </Modal>
);

export const useChosenFamilies = () => {
  const [chosen, choose] = useState<ReadonlySet<FamilyId>>(new Set());
  const toggle = (family: FamilyId): void => {
    const next = new Set(chosen);
    if (!next.delete(family)) next.add(family);
    choose(next);
  };
  return { chosen, choose, toggle };
};

export type ChosenFamilies = ReturnType<typeof useChosenFamilies>;

export const chooseColumn = <Row extends { readonly parent_id: FamilyId }>(
  { chosen, toggle }: ChosenFamilies,
  labelOf: (row: Row) => string,
): Column<Row> => ({
  id: 'choose',
  header: 'Remind',
  kind: 'contact',
  line: 'reach',
  cell: (row) => (
    <Checkbox.Root checked={chosen.has(row.parent_id)} onCheckedChange={() => toggle(row.parent_id)}>
      <Checkbox.HiddenInput aria-label={labelOf(row)} />
      <Checkbox.Control />
    </Checkbox.Root>
  ),
});

const RemindForm = ({ families, onClose, onSent }: RemindDialogProps) => {
  const body = { families: [...families] };
  const preview = useQuery(
    routeQuery(paymentRoutes.getReminderPreview, { body }, 'Failed to load the reminder'),
  );
  const reminder = useChange({
    send: (_: undefined, keyOf) =>
      callRoute(paymentRoutes.remindFamilies, { body, idempotencyKey: keyOf(body) }),
    failure: 'Failed to send the reminders',
    done: ({ recipients }) =>
      recipients === 1 ? 'One reminder is being sent' : `${recipients} reminders are being sent`,
    onDone: () => {
      onClose();
      onSent();
    },
  });
  return (
    <Stack gap="5">
      <Loaded query={preview} skeleton={<Skeleton height="48" borderRadius="md" aria-busy="true" />}>
        {(data) => <ShownReminder preview={data} />}
      </Loaded>
      <ChangeButtons
        change={reminder}
        action={['Send Reminders', 'Sending...']}
        disabled={!preview.data?.recipients}
        onClose={onClose}
        onPress={() => reminder.submit(undefined)}
      />
    </Stack>
  );
};

const skippedTexts = namesOf({
  settled: 'owe nothing that is due',
  recently: `were reminded in the last ${policies.money.reminderPauseDays} days`,
  unwanted: 'are not to be reminded',
} as const satisfies Record<keyof ReminderPreview['skipped'], string>);

const ShownReminder = ({
  preview: { recipients, skipped, subject, html },
}: {
  readonly preview: ReminderPreview;
}) => (
  <Stack gap="3">
    <Text fontWeight="semibold">
      {recipients === 1
        ? 'One email will be sent.'
        : `${recipients} emails will be sent, one to each family.`}
    </Text>
    {(['settled', 'recently', 'unwanted'] as const)
      .filter((reason) => skipped[reason] > 0)
      .map((reason) => (
        <Text key={reason} color="fg.muted">
          {skipped[reason]} left out, since they {skippedTexts[reason]}.
        </Text>
      ))}
    {recipients > 0 && <EmailPreview subject={subject} html={html} />}
  </Stack>
);
