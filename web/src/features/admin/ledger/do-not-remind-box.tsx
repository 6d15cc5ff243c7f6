import { adminRoutes } from '#shared/contract/admin-routes';
import type { UserId } from '#shared/schemas/ids';
import { CheckBox } from '../../../components/check-box.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { everyRead } from '../reads.ts';

interface DoNotRemindBoxProps {
  readonly parentId: UserId;
  readonly isChecked: boolean;
}

/** Leaves a family out of payment reminders (PAY-08). */
export const DoNotRemindBox = ({ parentId, isChecked }: DoNotRemindBoxProps) => {
  const choice = useSubmission({
    send: (do_not_remind: boolean) =>
      callRoute(adminRoutes.setDoNotRemind, { params: { parentId }, body: { do_not_remind } }),
    failure: 'Failed to save the choice',
    changes: everyRead,
  });
  return (
    <CheckBox
      checked={isChecked}
      disabled={choice.isPending}
      onChange={({ target: { checked } }) => choice.submit(checked)}
    >
      Do not remind of payments
    </CheckBox>
  );
};
