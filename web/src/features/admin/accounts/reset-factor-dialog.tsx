import { administratorRoutes } from '#shared/accounts/admin-routes';
import type { UserId } from '#shared/lib/ids';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ConfirmByPassword } from '../confirm-by-password.tsx';
import type { DialogProps } from '../dialogs.tsx';

interface Person {
  readonly id: UserId;
  readonly full_name: string;
}

/** For a person who has lost the second factor (MFA-05). */
export const ResetFactorDialog = (dialog: DialogProps<Person>) => (
  <ConfirmByPassword
    {...dialog}
    title={({ full_name }) => `Reset the two-step login of ${full_name}?`}
    action={['Reset Two-Step Login', 'Resetting...']}
    colorPalette="danger"
    send={({ id }) => callRoute(administratorRoutes.resetSecondFactor, { params: { userId: id } })}
    failure="Failed to reset the two-step login"
    done={{ title: 'Two-step login reset', description: 'You both get an email.' }}
  >
    {({ full_name }) => (
      <>
        <Text>
          For somebody who has lost the phone and the recovery codes. {full_name} is logged out everywhere,
          and the next login needs the password alone. You both get an email, and the activity log has it.
        </Text>
        <Text fontWeight="bold">
          Please make sure that it is {full_name} who asks, for example by a call.
        </Text>
      </>
    )}
  </ConfirmByPassword>
);
